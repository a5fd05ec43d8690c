// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { join } from 'node:path';
import { demoInstances, uidsOf } from './demo-changes.ts';
import { openSession, stacks } from './environment.ts';
import { askGuest, askHosts, unaskedOf } from './machine-promises.ts';
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

test.each([
  ['cp-0', 'control-plane'],
  ['md-a-0', 'worker'],
] as const)('the machine %s keeps what a real %s promises inside', async (name, role) => {
  const uid = uidsOf(await demoInstances(session))[name] ?? '';
  const { kept, broken, unasked } = await askGuest(session, uid);
  expect(broken).toEqual([]);
  expect(Object.keys(unasked)).toEqual(unaskedOf[role]);
  process.stdout.write(`${name}: ${kept} promises of a machine kept\n`);
});

test('containers of the infra cluster keep what real ones promise', async () => {
  const { broken, unasked } = await askHosts(session);
  expect([broken, unasked]).toEqual([[], {}]);
});
