// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { join } from 'node:path';
import { openSession, stacks } from './environment.ts';
import { userOf } from './user-cluster.ts';

let session: RackSession;
beforeAll(async () => {
  session = await openSession();
});

const step = join(import.meta.dirname, '../../tools/hypervisor-lane/steps/promises.sh');

/** Kinds of which a sandbox has objects only after certain tests. */
const sometimes =
  /: (pods with (status\.phase ~ \^Succeeded|metadata\.annotations\["k8s\.v1)|persistentvolumeclaims|virtualmachineinstances with status\.(migrationState|volumeStatus)|volumesnapshotcontents|nodes with status\.volumesInUse)/;

/** Lines of promises that are broken, or that nobody could judge although a sandbox has such objects. */
async function complaints(...args: readonly string[]): Promise<string[]> {
  const { stdout, stderr } = await session.capture([step, ...args]);
  expect(stderr).toBe('');
  const lines = stdout.trim().split('\n');
  expect(lines.at(-1)).toMatch(/^[1-9]\d+ promises kept, /);
  return lines
    .slice(0, -1)
    .filter(
      (line) => !line.startsWith('kept ') && !(line.startsWith('unasked') && sometimes.test(line)),
    );
}

test('the played parts of the infra cluster keep what the real components promise', async () => {
  expect(await complaints('infra')).toEqual([]);
});

test('the played parts of a user cluster keep what the real components promise', async () => {
  const { kubeconfig } = await userOf(session, stacks.demo);
  expect(await complaints('user', kubeconfig)).toEqual([]);
});
