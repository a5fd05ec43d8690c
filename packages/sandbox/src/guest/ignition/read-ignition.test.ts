// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BootFile } from '../boot-file.ts';
import { IgnitionError, readIgnition } from './read-ignition.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ignition-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/** What a guest reads with a validator that answers like this; the real one is asked end to end. */
function problemsOf(answer: string, change: Partial<BootFile> = {}): readonly string[] {
  const program = join(folder, 'ignition-validate');
  writeFileSync(program, `#!/bin/sh\ncat > '${folder}/asked'\n${answer}\n`);
  chmodSync(program, 0o755);
  const boot = {
    userData: '{"ignition":{"version":"3.3.0"}}',
    label: 'config-2',
    binaries: { kubernetes: {}, etcd: '/etcd', ignition: program },
    ...change,
  } as BootFile;
  try {
    readIgnition(boot);
    return [];
  } catch (error) {
    if (error instanceof IgnitionError) return error.problems;
    throw error;
  }
}

test('a config that Ignition finds nothing in is played', () => {
  expect(problemsOf('exit 0')).toEqual([]);
});

test('what Ignition warns of is refused as well', () => {
  expect(
    problemsOf('echo "warning at $.foo: unused key foo"'.replace('$', String.raw`\$`)),
  ).toEqual(['warning at $.foo: unused key foo', 'Ignition failed: the config is not used']);
});

test('a validator that ends without a word is no yes', () => {
  expect(problemsOf('exit 3')).toEqual([
    `${folder}/ignition-validate ended with 3`,
    'Ignition failed: the config is not used',
  ]);
});

test('Ignition reads no NoCloud disk', () => {
  expect(problemsOf('exit 0', { label: 'cidata' })).toEqual([
    'no disk with the label config-2, there is cidata alone',
  ]);
});
