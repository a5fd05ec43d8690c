// SPDX-License-Identifier: Apache-2.0
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BootFile } from '../boot-file.ts';
import { IgnitionError, readIgnition } from './read-ignition.ts';

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ignition-'))));
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * Returns the problems that a guest finds with a validator that prints this answer; the end-to-end
 * tests run the real one.
 */
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

test('accepts a config in which Ignition finds no problem', () => {
  expect(problemsOf('exit 0')).toEqual([]);
});

test('rejects also what Ignition only warns of', () => {
  expect(
    problemsOf('echo "warning at $.foo: unused key foo"'.replace('$', String.raw`\$`)),
  ).toEqual(['warning at $.foo: unused key foo', 'Ignition failed: the config is not used']);
});

test('does not accept a config when the validator ends without an answer', () => {
  expect(problemsOf('exit 3')).toEqual([
    `${folder}/ignition-validate ended with 3`,
    'Ignition failed: the config is not used',
  ]);
});

test('rejects a NoCloud disk, which Ignition does not read', () => {
  expect(problemsOf('exit 0', { label: 'cidata' })).toEqual([
    'no disk with the label config-2, there is cidata alone',
  ]);
});
