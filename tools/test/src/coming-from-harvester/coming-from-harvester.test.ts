// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { makeExample } from './example.ts';
import { exampleBlocks, pagePath, pageText } from './page.ts';

const root = resolve(import.meta.dirname, '../../../..');
const page = readFileSync(join(root, pagePath), 'utf8');

// Proves: migration.from-harvester
test('the example of the page becomes a file that the program takes, with what the page says', () => {
  const { file, printed } = makeExample(...exampleBlocks(page));
  const { config } = parse(file) as { readonly config: Readonly<Record<string, unknown>> };
  expect(config['user-cluster:kubernetes']).toEqual({
    version: '1.35.4',
    podCidr: '10.42.0.0/16',
    serviceCidr: '172.16.0.0/20',
    dnsDomain: 'shop.example',
  });
  expect(config['user-cluster:pools']).toMatchObject([
    {
      name: 'workers',
      replicas: 4,
      rootDisk: { image: 'ubuntu-24-04', sizeGiB: 60 },
      interfaces: [{ network: 'vlan-120' }],
      drain: { timeoutSeconds: 900 },
    },
  ]);
  expect(printed).toContain('the platform has no network "backup" (VLAN 130 on the bridge mgmt-br');
});

test('the page has what the command says and writes (node tools/test/src/coming-from-harvester/write-page.ts writes it)', async () => {
  expect(page).toBe(await pageText(root));
});
