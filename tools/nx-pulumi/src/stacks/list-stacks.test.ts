// SPDX-License-Identifier: Apache-2.0
import { programReads } from '@strata/contracts';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { listStacks, programNames } from './list-stacks.ts';

const repository = join(import.meta.dirname, '../../../..');

test.each(programNames)('%s reads the outputs that its program reads', (program) => {
  const folder = join(repository, 'packages', program);
  const own = readdirSync(join(folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .map((file) => join('src', file));
  const text = ['program.ts', ...own]
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join();
  const contracts = [...text.matchAll(/readStack\((\w+),/g)].map(([, name]) => name).sort();
  const contractOf = { infra: 'infraOutputs', 'kubevirt-stack': 'kubevirtStackOutputs' } as const;
  const expected = programReads[program].map((one) => contractOf[one as keyof typeof contractOf]);
  expect(contracts).toEqual(expected.sort());
});

test('lists stacks in the order in which they come up, with what they read', () => {
  const root = mkdtempSync(join(tmpdir(), 'stacks-'));
  for (const file of [
    'user-cluster/Pulumi.prod.shop.yaml',
    'infra/Pulumi.prod.yaml',
    'infra/notes.md',
  ]) {
    mkdirSync(dirname(join(root, 'stacks', file)), { recursive: true });
    writeFileSync(join(root, 'stacks', file), '');
  }
  expect(listStacks(root)).toEqual([
    {
      id: 'infra/prod',
      program: 'infra',
      stack: 'prod',
      environment: 'prod',
      file: 'stacks/infra/Pulumi.prod.yaml',
      reads: [],
    },
    {
      id: 'user-cluster/prod.shop',
      program: 'user-cluster',
      stack: 'prod.shop',
      environment: 'prod',
      cluster: 'shop',
      file: 'stacks/user-cluster/Pulumi.prod.shop.yaml',
      // The platform has no file here.
      reads: ['infra/prod'],
    },
  ]);
  rmSync(root, { recursive: true });
});
