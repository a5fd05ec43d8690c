// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from './changed-config.ts';
import { changeDemo, demoInstances, namespace, uidsOf } from './demo-changes.ts';
import { eventually, kubectl, openSession, pulumi, stacks } from './environment.ts';
import { userOf, type ClusterUser } from './user-cluster.ts';

let session: RackSession;
let user: ClusterUser;
const dir = mkdtempSync(join(tmpdir(), 'strata-changes-'));
beforeAll(async () => {
  session = await openSession();
  user = await userOf(session, stacks.demo);
});
afterAll(() => rmSync(dir, { recursive: true }));

const change = (...edits: readonly Change[]) => changeDemo(session, dir, ...edits);
const instances = () => demoInstances(session);

const nodeNames = () => user.kubectl('get', 'nodes', '-o', 'jsonpath={.items[*].metadata.name}');

const scale: Change = ['replicas: 2', 'replicas: 5'];

test('scaling is one number: new nodes join, and no machine that runs is touched', async () => {
  const before = uidsOf(await instances());
  // The pool, its budget, its limits, and the wait for all machines.
  expect(await change(scale)).toEqual({
    resources: { update: 4 },
    consequences: ['Adds 3 nodes; 4 resources changed.', 'sandbox.demo: pool "md-a": adds 3 nodes'],
  });
  const after = uidsOf(await instances());
  expect(Object.keys(after)).toEqual([
    ...['cp-0', 'md-a-0', 'md-a-1', 'md-a-2', 'md-a-3', 'md-a-4'],
  ]);
  expect(after).toMatchObject(before);
  expect(await nodeNames()).toBe('cp-0 md-a-0 md-a-1 md-a-2 md-a-3 md-a-4');
});

test('back to fewer, the highest numbers go, and their nodes with them', async () => {
  const before = uidsOf(await instances());
  expect(await change()).toEqual({
    resources: { update: 4 },
    consequences: [
      'Removes 3 nodes; 4 resources changed.',
      'sandbox.demo: pool "md-a": removes 3 nodes',
    ],
  });
  expect(before).toMatchObject(uidsOf(await instances()));
  await eventually('the nodes are gone', async () => (await nodeNames()) === 'cp-0 md-a-0 md-a-1');
});

test('a machine that goes before the cloud controller has seen its node takes it along', async () => {
  const controller = ['deployment/cloud-controller-manager', ...namespace];
  const pool = ['virtualmachinepool/md-a', ...namespace];
  const isGone = ['--for=delete', '--timeout=120s'];
  await kubectl(session, ['scale', ...controller, '--replicas=0']);
  const pods = ['pods', '-l', 'strata.dev/component=cloud-controller-manager', ...namespace];
  await kubectl(session, ['wait', ...pods, ...isGone]);
  await kubectl(session, ['scale', ...pool, '--replicas=3']);
  const names = 'cp-0 md-a-0 md-a-1';
  await eventually('a node has joined', async () => (await nodeNames()) === `${names} md-a-2`);
  const spec = '{.spec.providerID} {.spec.taints[*].key}';
  expect(
    (await user.kubectl('get', 'node', 'md-a-2', '-o', `jsonpath=${spec}`)).split(' '),
  ).toEqual(
    expect.arrayContaining(['kubevirt://md-a-2', 'node.cloudprovider.kubernetes.io/uninitialized']),
  );
  await kubectl(session, ['scale', ...pool, '--replicas=2']);
  await kubectl(session, ['wait', 'vmi/md-a-2', ...namespace, ...isGone]);
  expect(await nodeNames()).toBe(`${names} md-a-2`);
  await kubectl(session, ['scale', ...controller, '--replicas=1']);
  await eventually('the node is gone', async () => (await nodeNames()) === names);
}, 600_000);

test('a network policy more is one object more', async () => {
  const before = uidsOf(await instances());
  const policy = `  user-cluster:isolation:
    customNetworkPolicies:
      - name: allow-external-traffic
        spec:
          policyTypes: [Ingress]
          ingress:
            - from:
                - ipBlock:
                    cidr: 10.200.10.0/24
  user-cluster:deletion:`;
  expect(await change(['  user-cluster:deletion:', policy])).toEqual({
    resources: { create: 1 },
    consequences: ['Nobody notices: 1 resource changed.'],
  });
  expect(uidsOf(await instances())).toEqual(before);
  const cidr = '{.spec.ingress[0].from[0].ipBlock.cidr}';
  const shown = ['get', 'networkpolicy', 'allow-external-traffic', ...namespace];
  expect(await kubectl(session, [...shown, '-o', `jsonpath=${cidr}`])).toBe('10.200.10.0/24');
  expect((await change()).resources).toEqual({ delete: 1 });
});

/** A VLAN of the cluster's own, and an interface of the workers in it. */
const vlan: readonly Change[] = [
  [
    '  user-cluster:network:\n',
    '  user-cluster:network:\n    vlans:\n      - name: own\n        bridge: br1\n        vlan: 200\n',
  ],
  ['      replicas: 2\n', '      replicas: 2\n      interfaces:\n        - network: own\n'],
];

test('a changed template rolls one node after the other, drained, onto new disks', async () => {
  const before = await instances();
  const disksBefore = await rootDisks();
  const seen = { fewest: 2, cordoned: false, rolling: true };
  const watch = (async () => {
    while (seen.rolling) {
      const ready = (await instances()).filter(
        ({ metadata, status }) =>
          metadata.name.startsWith('md-a') &&
          status.conditions?.some(({ type, status: is }) => type === 'Ready' && is === 'True'),
      ).length;
      seen.fewest = Math.min(seen.fewest, ready);
      const marks = await user.kubectl(
        'get',
        'nodes',
        '-o',
        'jsonpath={.items[*].spec.taints[*].key}',
      );
      seen.cordoned ||= marks.includes('node.kubernetes.io/unschedulable');
    }
  })();
  const { consequences, resources } = await change(...vlan);
  seen.rolling = false;
  await watch;
  // The VLAN; the Secret that machines start with, which is another one now.
  expect(resources).toMatchObject({ create: 1, replace: 1 });
  expect(consequences.slice(1)).toEqual(['sandbox.demo: pool "md-a": rolls 2 nodes (1 at a time)']);
  expect(seen.fewest).toBe(1);
  expect(seen.cordoned).toBe(true);

  const after = await instances();
  const uids = uidsOf(before);
  expect(after.map(({ metadata }) => metadata.name)).toEqual(['cp-0', 'md-a-0', 'md-a-1']);
  expect(after.filter(({ metadata }) => uids[metadata.name] === metadata.uid)).toHaveLength(1);
  const disksAfter = await rootDisks();
  expect(disksAfter).toHaveLength(disksBefore.length);
  expect(disksAfter.filter((disk) => disksBefore.includes(disk))).toEqual([]);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=60s');
  // The volume has moved with its pod.
  await user.kubectl('wait', 'deployment/shop', '--for=condition=Available', '--timeout=180s');
}, 900_000);

async function rootDisks(): Promise<string[]> {
  const pool = ['-l', 'strata.dev/pool=md-a', '-o', 'jsonpath={.items[*].metadata.name}'];
  return (await kubectl(session, ['get', 'datavolumes', ...namespace, ...pool])).split(' ');
}

test('a host can be drained: its machines shut down empty, and start on another', async () => {
  const worker = (await instances()).find(({ metadata }) => metadata.name === 'md-a-0');
  const host = worker?.status.nodeName ?? '';
  const drain = ['drain', host, '--ignore-daemonsets', '--delete-emptydir-data', '--force'];
  await kubectl(session, [...drain, '--pod-selector=kubevirt.io=virt-launcher', '--timeout=300s']);
  await eventually('the machine runs on another host', async () => {
    const now = (await instances()).find(({ metadata }) => metadata.name === 'md-a-0');
    const isReady = now?.status.conditions?.some((c) => c.type === 'Ready' && c.status === 'True');
    return now?.status.nodeName !== host && isReady === true;
  });
  await kubectl(session, ['uncordon', host]);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
}, 600_000);

/** What a node says of itself that a restart would change, and since when it is ready. */
async function lifeOf(node: string): Promise<string> {
  const since = '{.status.conditions[?(@.type=="Ready")].lastTransitionTime}';
  const fields = `{.status.nodeInfo.bootID} ${since}`;
  return await user.kubectl('get', 'node', node, '-o', `jsonpath=${fields}`);
}

test('a machine that can move does so when its host is drained, and its node stays ready', async () => {
  const vmi = ['vmi', 'md-a-1', ...namespace];
  // What network.ipPreservingCni writes into the template: said of this one, no machine rolls.
  const mayMove = 'kubevirt.io/allow-pod-bridge-network-live-migration=';
  await kubectl(session, ['annotate', ...vmi, mayMove]);
  await kubectl(session, ['wait', ...vmi, '--for=condition=LiveMigratable', '--timeout=60s']);
  const before = (await instances()).find(({ metadata }) => metadata.name === 'md-a-1');
  const host = before?.status.nodeName ?? '';
  const life = await lifeOf('md-a-1');
  const drain = ['drain', host, '--ignore-daemonsets', '--delete-emptydir-data', '--force'];
  await kubectl(session, [...drain, '--pod-selector=vm.kubevirt.io/name=md-a-1', '--timeout=120s']);
  const after = (await instances()).find(({ metadata }) => metadata.name === 'md-a-1');
  expect(after?.metadata.uid).toBe(before?.metadata.uid);
  expect(after?.status.nodeName).not.toBe(host);
  // The old pod is gone before virt-controller has written that the migration is over.
  const isOver = '--for=jsonpath={.status.migrationState.completed}=true';
  await kubectl(session, ['wait', ...vmi, isOver, '--timeout=60s']);
  await kubectl(session, ['uncordon', host]);
  const moved = Date.now();
  await eventually('its kubelet is heard of after the move', async () => {
    const lease = ['get', 'lease', 'md-a-1', '-n', 'kube-node-lease'];
    const renewed = await user.kubectl(...lease, '-o', 'jsonpath={.spec.renewTime}');
    return Date.parse(renewed) > moved;
  });
  expect(await lifeOf('md-a-1')).toBe(life);
}, 300_000);

test('after all of this the stack is as its file says', async () => {
  expect((await change()).resources).toMatchObject({ delete: 1, replace: 1 });
  const check = ['refresh', '--preview-only', '--expect-no-changes'];
  expect((await pulumi(session, stacks.demo, check)).code).toBe(0);
}, 900_000);
