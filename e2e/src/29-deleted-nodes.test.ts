// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { changedConfig, type Change } from './changed-config.ts';
import { demoInstances, namespace, uidsOf } from './demo-changes.ts';
import { eventually, kubectl, openSession, pulumi, sharedInstance, stacks } from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { characterOf } from './node-character.ts';
import { guestProcesses } from './processes.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
const dir = mkdtempSync(join(tmpdir(), 'strata-deleted-nodes-'));
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});
afterAll(() => rmSync(dir, { recursive: true }));

const nodeUid = async (name: string) =>
  user.kubectl('get', 'node', name, '--ignore-not-found', '-o', 'jsonpath={.metadata.uid}');

/** Waits until a node of that name is there that was not there before, and is what it was. */
async function comesBack(name: string, before: string, character: object): Promise<void> {
  await eventually(
    `the machine ${name} has registered again`,
    async () => !['', before].includes(await nodeUid(name)),
    240,
  );
  await user.kubectl('wait', `node/${name}`, '--for=condition=Ready', '--timeout=180s');
  await eventually(`${name} is the node that it was`, async () =>
    isDeepStrictEqual(await characterOf(user, name).catch(() => undefined), character),
  );
}

// Proves: cloud-controller.nodes
test('nodes that somebody deletes, of a control plane too, come back as they were', async () => {
  const machines = uidsOf(await demoInstances(session));
  const names = ['cp-0', 'md-a-0'];
  const before = await Promise.all(
    names.map(async (name) => ({
      name,
      uid: await nodeUid(name),
      character: await characterOf(user, name),
    })),
  );
  expect(before[0]?.character).toMatchObject({
    labels: { 'node-role.kubernetes.io/control-plane': '' },
    namespace: 'cluster-demo',
    taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
  });
  await user.kubectl('delete', 'node', ...names);
  for (const { character, name, uid } of before) await comesBack(name, uid, character);
  // The same machines: only their kubelets have started again.
  expect(uidsOf(await demoInstances(session))).toEqual(machines);
}, 600_000);

const replicas = (count: number): Change => ['replicas: 2', `replicas: ${count}`];

const up = (edit: Change) => {
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, edit);
  return pulumi(session, stacks.demo, ['up', '--yes', '--skip-preview', '--config-file', file]);
};

/** Waits until a node is ready and says which machine it is; not the one that was deleted. */
async function knowsItsMachine(name: string, deleted = ''): Promise<void> {
  await eventually(
    `the node ${name} knows its machine`,
    async () => {
      if (['', deleted].includes(await nodeUid(name))) return false;
      const { volumesGoTo } = (await characterOf(user, name)) as { volumesGoTo: string };
      return volumesGoTo === `cluster-demo/${name}`;
    },
    240,
  );
  await user.kubectl('wait', `node/${name}`, '--for=condition=Ready', '--timeout=180s');
}

// Proves: cloud-controller.nodes, drains-and-updates.scaling
test('a node that is deleted while its machine joins is registered again, and the update ends', async () => {
  const running = up(replicas(3));
  let deleted = '';
  await eventually(
    'the third worker has registered, and its node is deleted',
    async () => {
      const uid = await nodeUid('md-a-2');
      if (uid === '') return false;
      deleted = uid;
      await user.kubectl('delete', 'node', 'md-a-2', '--ignore-not-found');
      return true;
    },
    240,
  );
  expectSuccess(await running);
  await knowsItsMachine('md-a-2', deleted);

  expectSuccess(await up(replicas(2)));
  await kubectl(session, ['wait', 'vmi/md-a-2', ...namespace, '--for=delete', '--timeout=180s']);
  await eventually('its node is gone', async () => (await nodeUid('md-a-2')) === '');
}, 900_000);

/** Takes the power from a machine of the demo cluster; KubeVirt starts it again, with its disks. */
async function cutPower(name: string): Promise<void> {
  const uid = uidsOf(await demoInstances(session))[name] ?? 'unknown';
  const guests = guestProcesses(uid);
  expect(guests).not.toEqual([]);
  for (const pid of guests) process.kill(pid, 'SIGKILL');
}

// kubeadm refuses to join a node that is Ready, and the kubelet of such a machine joins by itself.
// Proves: cloud-controller.nodes
test('a machine that loses its power while it joins becomes a whole node after its next boot', async () => {
  const running = up(replicas(3));
  await eventually(
    'the third worker has registered, and loses its power',
    async () => {
      if ((await nodeUid('md-a-2')) === '') return false;
      await cutPower('md-a-2');
      return true;
    },
    240,
  );
  expectSuccess(await running);
  await knowsItsMachine('md-a-2');
  const log = join(sharedInstance().logsDir, 'guest_cluster-demo_md-a-2.log');
  expect(readFileSync(log, 'utf8')).toContain('the kubelet has joined already');

  expectSuccess(await up(replicas(2)));
  await kubectl(session, ['wait', 'vmi/md-a-2', ...namespace, '--for=delete', '--timeout=180s']);
}, 900_000);
