// SPDX-License-Identifier: Apache-2.0
// The sandbox plays the kubelet that asks at the port of a machine; KubeVirt's own controllers decide what follows.
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { changedConfig, type Change } from './changed-config.ts';
import { demoInstances, namespace, uidsOf } from './demo-changes.ts';
import {
  eventually,
  kubectl,
  openSession,
  pulumi,
  pulumiUp,
  sharedInstance,
  stacks,
} from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { guestProcesses } from './processes.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
const dir = mkdtempSync(join(tmpdir(), 'strata-restarted-machines-'));
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});
afterAll(() => rmSync(dir, { recursive: true }));

/** One more pool, of a machine that is restarted when its kubelet is not reachable. */
const restartedPool: Change = [
  '  user-cluster:network:',
  `    - name: ar
      replicas: 1
      instancetype: standard-2
      autoRestart:
        unreachableSeconds: 60
        bootSeconds: 60
      drain:
        timeoutSeconds: 5
        shutdownSeconds: 5
      rootDisk:
        image: ubuntu-24-04
  user-cluster:network:`,
];

const uidOf = async (name: string) => uidsOf(await demoInstances(session))[name];

/** Takes the network away from a running machine: its guest goes on, and nobody reaches it. */
async function unplug(uid: string): Promise<void> {
  const [guest] = guestProcesses(uid);
  const enter = ['nsenter', `--net=/proc/${guest ?? 0}/ns/net`, '--'];
  const { code, stderr } = await session.capture([...enter, 'ip', 'link', 'set', 'enp1s0', 'down']);
  expect([code, stderr]).toEqual([0, '']);
}

// Proves: machines.auto-restart
test('a machine whose kubelet is not reachable is restarted, with its disk and its name', async () => {
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, restartedPool);
  const up = ['up', '--yes', '--skip-preview', '--config-file', file];
  expectSuccess(await pulumi(session, stacks.demo, up));
  await user.kubectl('wait', 'node/ar-0', '--for=condition=Ready', '--timeout=120s');
  const before = uidsOf(await demoInstances(session));
  const disk = [
    'get',
    'vm/ar-0',
    ...namespace,
    '-o',
    'jsonpath={.metadata.uid} {.spec.template.spec.volumes[0]}',
  ];
  const machine = await kubectl(session, disk);
  await unplug(before['ar-0'] ?? '');
  await eventually(
    'KubeVirt has started the machine again',
    async () => ![undefined, before['ar-0']].includes(await uidOf('ar-0')),
    400,
  );
  await kubectl(session, [
    'wait',
    'vmi/ar-0',
    ...namespace,
    '--for=condition=Ready',
    '--timeout=180s',
  ]);
  await user.kubectl('wait', 'node/ar-0', '--for=condition=Ready', '--timeout=120s');
  expect(await kubectl(session, disk)).toBe(machine);
  const after = uidsOf(await demoInstances(session));
  expect({ ...after, 'ar-0': '' }).toEqual({ ...before, 'ar-0': '' });
  await pulumiUp(session, stacks.demo);
  await eventually('the pool is gone', async () => (await uidOf('ar-0')) === undefined);
}, 1_200_000);

test('a machine whose disk fails stands still, KubeVirt says why, and it goes on where it was', async () => {
  const name = 'md-a-0';
  const of = (object: string, path: string) =>
    kubectl(session, ['get', object, ...namespace, '-o', `jsonpath={${path}}`]);
  const waitUntil = (object: string, wanted: string) =>
    kubectl(session, ['wait', object, ...namespace, `--for=${wanted}`, '--timeout=180s']);
  const before = await uidOf(name);
  const claim = await of(`vmi/${name}`, '.spec.volumes[0].dataVolume.name');
  const volume = await of(`pvc/${claim}`, '.spec.volumeName');
  const failing = join(sharedInstance().dir, 'volumes', volume, 'io-error');
  writeFileSync(failing, '');
  try {
    await waitUntil(`vm/${name}`, 'jsonpath={.status.printableStatus}=Paused');
    const reason = '.status.conditions[?(@.type=="Paused")].reason';
    expect(await of(`vmi/${name}`, reason)).toBe('PausedIOError');
    await waitUntil(`vmi/${name}`, 'condition=Ready=False');
  } finally {
    rmSync(failing);
  }
  await waitUntil(`vm/${name}`, 'jsonpath={.status.printableStatus}=Running');
  await waitUntil(`vmi/${name}`, 'condition=Ready');
  await user.kubectl('wait', `node/${name}`, '--for=condition=Ready', '--timeout=120s');
  expect(await uidOf(name)).toBe(before);
}, 600_000);
