// SPDX-License-Identifier: Apache-2.0
import { rules } from './rules.ts';
import {
  badEnvironments,
  changedFiles,
  programResources,
} from './test-environment/bad-environments.ts';
import type { BadEnvironment } from './test-environment/bad-environments.ts';
import { gates, judgeEnvironment } from './test-environment/judge-environment.ts';
import { judgeStack } from './test-environment/judge-stack.ts';

/** Whole environments take long on a busy machine. */
const timeout = 120_000;

/**
 * Removes hashes from names of root disks: they cover everything that a VM is told, keys included.
 */
function withoutGenerations(message: string): string {
  return message.replaceAll(/-root-[0-9a-f]{8}/g, '-root-GENERATION');
}

async function refusals({ environment = 'staging', files, resources }: BadEnvironment) {
  if (resources !== undefined) return judgeStack(programResources(resources), {});
  return judgeEnvironment(changedFiles(files), environment, changedFiles());
}

test.each(['staging', 'production'])(
  'no policy or gate objects to the environment %s',
  async (environment) => {
    expect(await judgeEnvironment(changedFiles(), environment, changedFiles())).toEqual([]);
  },
  timeout,
);

test.each(badEnvironments())(
  'rejects bad-environments/%s.yaml with its own message and no other',
  async (name, bad) => {
    const said = (await refusals(bad)).map(withoutGenerations);
    expect(said).toEqual(bad.refusals);
    expect(said.some((line) => line.startsWith(`${name}: `))).toBe(true);
  },
  timeout,
);

test('every policy and every other gate has a bad environment, and every bad environment has a policy or gate', () => {
  const names = badEnvironments().map(([name]) => name);
  expect(names).toEqual([...rules.map(({ name }) => name), ...gates].toSorted());
});
