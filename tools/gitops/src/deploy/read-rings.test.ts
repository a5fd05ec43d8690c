// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openWorkspace } from '../run/workspace.ts';
import { readRings } from './read-rings.ts';

const root = mkdtempSync(join(tmpdir(), 'rings-'));
mkdirSync(join(root, 'stacks/infra'), { recursive: true });
for (const environment of ['prod', 'staging']) {
  writeFileSync(join(root, `stacks/infra/Pulumi.${environment}.yaml`), '');
}
afterAll(() => rmSync(root, { recursive: true }));

function read(text: string | undefined) {
  const path = join(root, 'stacks/rings.yaml');
  rmSync(path, { force: true });
  if (text !== undefined) writeFileSync(path, text);
  return readRings(openWorkspace(root)).rings;
}

test('returns rings in the order of the file', () => {
  const text = 'rings: [{name: a, environments: [staging]}, {name: b, environments: [prod]}]';
  expect(read(text)).toEqual([
    { name: 'a', environments: ['staging'], windows: [] },
    { name: 'b', environments: ['prod'], windows: [] },
  ]);
});

test('names an unknown environment, and an environment that is in no ring', () => {
  expect(() => read('rings: [{name: a, environments: [stagin]}]\nbyHand: [prod]')).toThrow(
    'stacks/rings.yaml is wrong:\n' +
      '  no stack is of the environment "stagin"; did you mean "staging"?\n' +
      '  the environment "staging" is in no ring and not in byHand: nobody says whether it is deployed',
  );
});

test('fails without the file, because the order is unknown', () => {
  expect(() => read(undefined)).toThrow(
    'stacks/rings.yaml is missing: it says in which order environments are deployed; docs/gitops.md has an example.',
  );
});

test('the rings of this repository contain all of its environments', () => {
  const repository = join(import.meta.dirname, '../../../..');
  expect(readRings(openWorkspace(repository)).rings.map(({ name }) => name)).toEqual([
    'first',
    'last',
  ]);
});
