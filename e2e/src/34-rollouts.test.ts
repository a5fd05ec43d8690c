// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { changedConfig, type Change } from './changed-config.ts';
import { changeDemo, demoInstances, namespace, uidsOf } from './demo-changes.ts';
import {
  eventually,
  kubectl,
  kubectlJson,
  openSession,
  pulumi,
  stacks,
  type List,
} from './environment.ts';
import { expectSuccess } from './expect-success.ts';
import { pulumiPids } from './pulumi-pids.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
const dir = mkdtempSync(join(tmpdir(), 'strata-rollouts-'));
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});
afterAll(() => rmSync(dir, { recursive: true }));

const change = (...edits: readonly Change[]) => changeDemo(session, dir, ...edits);
const instances = () => demoInstances(session);

const nodeNames = () => user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');

/** A VLAN of the cluster's own, and an interface of the workers in it. */
const vlan: readonly Change[] = [
  [
    '  user-cluster:network:\n',
    '  user-cluster:network:\n    vlans:\n      - name: own\n        bridge: br1\n        vlan: 200\n',
  ],
  ['      replicas: 2\n', '      replicas: 2\n      interfaces:\n        - network: own\n'],
];

/** A machine with what is plugged into it, and what its VM says should be. */
interface Plugged {
  readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
  readonly spec: {
    readonly template?: {
      readonly spec: { readonly volumes: readonly { readonly name: string }[] };
    };
  };
  readonly status?: {
    readonly volumeStatus?: readonly {
      readonly name: string;
      readonly phase?: string;
      readonly hotplugVolume?: object;
    }[];
  };
}

/** Volumes that are plugged into machines that nobody has begun to empty, and that their VMs lack. */
async function strippedVolumes(): Promise<readonly string[]> {
  const found = await kubectlJson<List<Plugged>>(session, ['get', 'vmis,vms', ...namespace]);
  const vms = new Map(
    found.items.flatMap((one) => (one.spec.template ? [[one.metadata.name, one] as const] : [])),
  );
  const cordoned = await user.kubectl(
    'get',
    'nodes',
    '-o',
    'jsonpath={.items[?(@.spec.unschedulable)].metadata.name}',
  );
  return found.items
    .filter(({ metadata, spec }) => spec.template === undefined && !metadata.deletionTimestamp)
    .filter(({ metadata }) => !cordoned.split(' ').includes(metadata.name))
    .flatMap(({ metadata, status }) => {
      const named = vms.get(metadata.name)?.spec.template?.spec.volumes ?? [];
      return (status?.volumeStatus ?? [])
        .filter(({ hotplugVolume, phase }) => hotplugVolume !== undefined && phase === 'Ready')
        .filter(({ name }) => named.every((volume) => volume.name !== name))
        .map(({ name }) => `${metadata.name} ${name}`);
    });
}

// Proves: drains-and-updates.max-unavailable, machines.rolling, volumes.not-undone
test('a changed template rolls one node after the other, drained, onto new disks', async () => {
  const before = await instances();
  const disksBefore = await rootDisks();
  const seen = { fewest: 2, most: 2, cordoned: false, rolling: true };
  const lost = new Set<string>();
  const watch = (async () => {
    while (seen.rolling) {
      const ready = (await instances()).filter(
        ({ metadata, status }) =>
          metadata.name.startsWith('md-a') &&
          status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
      ).length;
      seen.fewest = Math.min(seen.fewest, ready);
      seen.most = Math.max(seen.most, ready);
      for (const volume of await strippedVolumes()) lost.add(volume);
      const waits = '{.items[*].status.containerStatuses[*].state.waiting.message}';
      const pods = await user.kubectl('get', 'pods', '-A', '-o', `jsonpath=${waits}`);
      if (pods.includes('Input/output error')) lost.add(pods);
      const marks = await user.kubectl(
        'get',
        'nodes',
        '-o',
        'jsonpath={.items[*].spec.taints[*].key}',
      );
      seen.cordoned ||= marks.includes('node.kubernetes.io/unschedulable');
      await sleep(500);
    }
  })();
  const { consequences, resources } = await change(...vlan);
  seen.rolling = false;
  await watch;
  // The VLAN; the Secret that machines start with, which is another one now.
  expect(resources).toMatchObject({ create: 2, delete: 1 });
  expect(consequences.slice(1)).toEqual(['sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)']);
  // There is one more meanwhile, so never one less than there are to be.
  expect({ fewest: seen.fewest, most: seen.most }).toEqual({ fewest: 2, most: 3 });
  expect(seen.cordoned).toBe(true);
  // Nothing that a program writes is lost: no machine loses a volume before it is emptied.
  expect([...lost]).toEqual([]);

  const after = await instances();
  const uids = uidsOf(before);
  expect(after.map(({ metadata }) => metadata.name)).toEqual(['cp-0', 'md-a-0', 'md-a-1']);
  expect(after.filter(({ metadata }) => uids[metadata.name] === metadata.uid)).toHaveLength(1);
  const disksAfter = await rootDisks();
  expect(disksAfter).toHaveLength(disksBefore.length);
  expect(disksAfter.filter((disk) => disksBefore.includes(disk))).toEqual([]);
  await eventually('its node is gone', async () => (await nodeNames()) === 'cp-0 md-a-0 md-a-1');
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=60s');
  // The volume has moved with its pod.
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
}, 900_000);

async function rootDisks(): Promise<string[]> {
  const pool = ['-l', 'strata.dev/pool=md-a', '-o', 'jsonpath={.items[*].metadata.name}'];
  return (await kubectl(session, ['get', 'datavolumes', ...namespace, ...pool])).split(' ');
}

const workers = async () =>
  (await instances()).filter(({ metadata }) => metadata.name.startsWith('md-a'));

/** A label that no pool had before: what a node is told, and so another generation. */
const label: Change = [
  '        - network: own\n',
  '        - network: own\n      labels:\n        round: killed\n',
];

// Proves: drains-and-updates.rollout-stops
test('a rollout that is killed leaves a machine more, touches nothing, and goes on', async () => {
  const before = uidsOf(await workers());
  const file = changedConfig('user-cluster/Pulumi.sandbox.demo.yaml', dir, ...vlan, label);
  const killed = pulumi(session, stacks.demo, [
    'up',
    '--yes',
    '--skip-preview',
    '--config-file',
    file,
  ]);
  await eventually('the machine more is there', async () => (await workers()).length === 3);
  for (const pid of pulumiPids()) process.kill(pid, 'SIGKILL');
  await killed;
  // Nobody goes on by himself: KubeVirt updates no machine that runs.
  const rollout = ['virtualmachinepool/md-a', ...namespace];
  const fields = '{.spec.replicas} {.metadata.annotations.strata\\.dev/surge}';
  expect(await kubectl(session, ['get', ...rollout, '-o', `jsonpath=${fields}`])).toBe('3 1');
  expect(uidsOf(await workers())).toMatchObject(before);
  await pulumi(session, stacks.demo, ['cancel', '--yes']);
  const again = ['up', '--yes', '--skip-preview', '--config-file', file];
  expectSuccess(await pulumi(session, stacks.demo, again));
  const after = uidsOf(await workers());
  expect(Object.keys(after)).toEqual(['md-a-0', 'md-a-1']);
  expect(Object.values(after).filter((uid) => Object.values(before).includes(uid))).toEqual([]);
  const told = ['get', 'nodes', '-l', 'round=killed', '-o', 'jsonpath={.items[*].metadata.name}'];
  await eventually(
    'the new nodes are there, and that of the machine more is gone',
    async () => (await user.kubectl(...told)) === 'md-a-0 md-a-1',
  );
}, 1_800_000);

test('without the network and the label the machines are what they were', async () => {
  const { consequences, resources } = await change();
  expect(resources).toMatchObject({ create: 1, delete: 2 });
  expect(consequences).toContain('sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)');
}, 900_000);
