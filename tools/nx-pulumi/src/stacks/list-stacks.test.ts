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
  const both = text.includes('readInfraAndPlatform(')
    ? ['infraOutputs', 'kubevirtStackOutputs']
    : [];
  const single = [...text.matchAll(/readStack\((\w+),/g)].map(([, name]) => name);
  const contracts = [...both, ...single].sort();
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

test('a stack runs the release of its own file, or of the platform of its environment', () => {
  const root = mkdtempSync(join(tmpdir(), 'stacks-'));
  const files = {
    'infra/Pulumi.prod.yaml': '',
    'kubevirt-stack/Pulumi.prod.yaml': 'config:\n  kubevirt-stack:release: v1.9\n',
    'kubevirt-stack/Pulumi.test.yaml': '# all defaults\n',
    'addons/Pulumi.prod.yaml': 'config:\n  addons:release: v1.7\n',
    'user-cluster/Pulumi.prod.shop.yaml': '',
    'user-cluster/Pulumi.test.shop.yaml': '',
    'user-cluster/Pulumi.lab.shop.yaml': '',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, 'stacks', file)), { recursive: true });
    writeFileSync(join(root, 'stacks', file), text);
  }
  const releases = listStacks(root).map(({ id, release }) => [id, release]);
  expect(Object.fromEntries(releases)).toEqual({
    'infra/prod': undefined,
    'kubevirt-stack/prod': 'v1.9',
    'kubevirt-stack/test': 'v1.8',
    'addons/prod': 'v1.7',
    'user-cluster/prod.shop': 'v1.9',
    'user-cluster/test.shop': 'v1.8',
    // The environment has no platform.
    'user-cluster/lab.shop': undefined,
  });
  rmSync(root, { recursive: true });
});
