// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Change } from './changed-config.ts';
import { changeDemo, demoInstances, namespace, uidsOf } from './demo-changes.ts';
import { drainHost } from './drain-host.ts';
import { eventually, kubectl, openSession, pulumi, stacks, type List } from './environment.ts';
import { characterOf } from './node-character.ts';
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

// Proves: drains-and-updates.scaling, machines.groups, machines.scaling
test('scaling is one number: new nodes join, and no machine that runs is touched', async () => {
  const before = uidsOf(await instances());
  // The pool, its budget, its limits, and the wait for all machines.
  expect(await change(scale)).toEqual({
    resources: { update: 4 },
    consequences: ['Adds 3 nodes; 4 resources changed.', 'sandbox.demo: pool "md-a": adds 3 nodes'],
  });
  const after = uidsOf(await instances());
  expect(Object.keys(after)).toEqual(['cp-0', 'md-a-0', 'md-a-1', 'md-a-2', 'md-a-3', 'md-a-4']);
  expect(after).toMatchObject(before);
  expect(await nodeNames()).toBe('cp-0 md-a-0 md-a-1 md-a-2 md-a-3 md-a-4');
});

// Proves: drains-and-updates.scaling, machines.scaling
test('back to fewer, the highest numbers go, and their nodes with them', async () => {
  const before = uidsOf(await instances());
  expect(await change()).toEqual({
    resources: { update: 4 },
    consequences: [
      'Removes 3 nodes; 4 resources changed.',
      'sandbox.demo: pool "md-a": removes 3 nodes',
    ],
  });
  const after = uidsOf(await instances());
  expect(before).toMatchObject(after);
  expect(Object.keys(after)).toEqual(expect.arrayContaining(['cp-0', 'md-a-0', 'md-a-1']));
  await eventually('the nodes are gone', async () => (await nodeNames()) === 'cp-0 md-a-0 md-a-1');
});

// Proves: cloud-controller.nodes
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

// Proves: cloud-controller.nodes
test('a machine whose node was taken away while it was off comes back as the same node', async () => {
  const before = await characterOf(user, 'md-a-1');
  expect(before).toMatchObject({
    namespace: 'cluster-demo',
    volumesGoTo: 'cluster-demo/md-a-1',
  });
  const machine = ['virtualmachine/md-a-1', ...namespace];
  const strategy = await kubectl(session, [
    'get',
    ...machine,
    '-o',
    'jsonpath={.spec.runStrategy}',
  ]);
  const run = (runStrategy: string) => {
    const patch = JSON.stringify({ spec: { runStrategy } });
    return kubectl(session, ['patch', ...machine, '--type=merge', '-p', patch]);
  };
  await run('Halted');
  await kubectl(session, ['wait', 'vmi/md-a-1', ...namespace, '--for=delete', '--timeout=180s']);
  // By the cloud controller: the node is not ready, and there is no machine.
  await eventually('the node is gone', async () => (await nodeNames()) === 'cp-0 md-a-0');
  await run(strategy);
  await eventually('the node is back', async () => (await nodeNames()) === 'cp-0 md-a-0 md-a-1');
  await user.kubectl('wait', 'node/md-a-1', '--for=condition=Ready', '--timeout=180s');
  await eventually('it is the node that it was', async () =>
    isDeepStrictEqual(await characterOf(user, 'md-a-1').catch(() => undefined), before),
  );
}, 900_000);

// Proves: cluster-networks.own-policies
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
  // And the limits, which had room for the machines until they were gone.
  expect(await change(['  user-cluster:deletion:', policy])).toEqual({
    resources: { create: 1, update: 1 },
    consequences: ['Nobody notices: 2 resources changed.'],
  });
  expect(uidsOf(await instances())).toEqual(before);
  const cidr = '{.spec.ingress[0].from[0].ipBlock.cidr}';
  const shown = ['get', 'networkpolicy', 'allow-external-traffic', ...namespace];
  expect(await kubectl(session, [...shown, '-o', `jsonpath=${cidr}`])).toBe('10.200.10.0/24');
  expect((await change()).resources).toEqual({ delete: 1 });
});

/** A pod that nobody would make again. */
const alone = (host: string) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'alone', namespace: 'default' },
  spec: { nodeName: host, containers: [{ name: 'alone', image: 'registry.example/alone:1' }] },
});

/** A workload for one node alone: when its pod has to leave, the next one waits for that node. */
const bound = (node: string) => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'bound', namespace: 'default' },
  spec: {
    selector: { matchLabels: { app: 'bound' } },
    template: {
      metadata: { labels: { app: 'bound' } },
      spec: {
        nodeSelector: { 'kubernetes.io/hostname': node },
        containers: [{ name: 'bound', image: 'registry.example/bound:1' }],
      },
    },
  },
});

interface BoundPod {
  readonly metadata: {
    readonly name: string;
    readonly creationTimestamp: string;
    readonly deletionTimestamp?: string;
  };
  readonly spec: { readonly nodeName?: string };
}

/** Returns the pod of {@link bound} that nobody has deleted; undefined for a moment between two. */
async function boundPod(): Promise<BoundPod | undefined> {
  const text = await user.kubectl('get', 'pods', '--selector', 'app=bound', '-o', 'json');
  const { items } = JSON.parse(text) as List<BoundPod>;
  return items.find(({ metadata }) => metadata.deletionTimestamp === undefined);
}

// Proves: drains-and-updates.host-drain, drains-and-updates.workload-evicted
test('a host can be drained: its machines shut down empty, and start on another', async () => {
  const worker = (await instances()).find(({ metadata }) => metadata.name === 'md-a-0');
  const host = worker?.status.nodeName ?? '';
  const file = join(dir, 'alone.json');
  writeFileSync(file, JSON.stringify(alone(host)));
  await kubectl(session, ['create', '-f', file]);
  await expect(drainHost(session, host)).rejects.toThrow(
    'cannot delete Pods that declare no controller (use --force to override): default/alone',
  );
  expect(uidsOf(await instances())['md-a-0']).toBe(worker?.metadata.uid);
  await kubectl(session, ['delete', '-f', file]);

  const workload = join(dir, 'bound.json');
  writeFileSync(workload, JSON.stringify(bound('md-a-0')));
  await user.kubectl('create', '-f', workload);
  const onNode = async () => (await boundPod())?.spec.nodeName === 'md-a-0';
  await eventually('the workload is on the node', onNode);
  const evicted = await boundPod();

  // The pods of the platform that are on it go through no test here.
  await drainHost(session, host, '--pod-selector=kubevirt.io=virt-launcher');
  await eventually('the machine runs on another host', async () => {
    const now = (await instances()).find(({ metadata }) => metadata.name === 'md-a-0');
    const isReady = now?.status.conditions?.some((c) => c.type === 'Ready' && c.status === 'True');
    return now?.status.nodeName !== host && isReady === true;
  });
  // A pod that goes because its node is gone has its successor after the next machine is there.
  const successor = await boundPod();
  const next = (await instances()).find(({ metadata }) => metadata.name === 'md-a-0');
  expect(successor?.metadata.name).not.toBe(evicted?.metadata.name);
  expect(Date.parse(successor?.metadata.creationTimestamp ?? '')).toBeLessThanOrEqual(
    Date.parse(next?.metadata.creationTimestamp ?? ''),
  );
  await user.kubectl('delete', '-f', workload);
  await kubectl(session, ['uncordon', host]);
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
  await zonesAgree('md-a-0');
}, 600_000);

/** Waits until the node of a machine has a label of the host that the machine is on. */
async function labelAgrees(machine: string, key: string): Promise<void> {
  const label = `jsonpath={.metadata.labels.${key.replaceAll('.', '\\.')}}`;
  const vmi = ['get', 'vmi', machine, ...namespace, '-o', 'jsonpath={.status.nodeName}'];
  await eventually(`the node of ${machine} has ${key} of its host`, async () => {
    const host = await kubectl(session, vmi);
    const ofHost = await kubectl(session, ['get', 'node', host, '-o', label]);
    return ofHost !== '' && ofHost === (await user.kubectl('get', 'node', machine, '-o', label));
  });
}

const zonesAgree = (machine: string) => labelAgrees(machine, 'topology.kubernetes.io/zone');

/** Returns a node's boot ID, which a restart changes, and the time since which it is ready. */
async function lifeOf(node: string): Promise<string> {
  const since = '{.status.conditions[?(@.type=="Ready")].lastTransitionTime}';
  const fields = `{.status.nodeInfo.bootID} ${since}`;
  return await user.kubectl('get', 'node', node, '-o', `jsonpath=${fields}`);
}

const rack = 'example.org/rack';
const withRacks: Change = [
  '  user-cluster:network:',
  `  user-cluster:cloud:\n    hostLabels: [${rack}]\n  user-cluster:network:`,
];

// Proves: placement.host-labels
test('nodes get a listed label of their hosts, and no machine is touched for it', async () => {
  for (const host of ['metal-0', 'metal-1', 'metal-2']) {
    await kubectl(session, ['label', 'node', host, `${rack}=of-${host}`]);
  }
  const before = uidsOf(await instances());
  // The files of the cloud controller's pod, and the pod.
  expect((await change(withRacks)).resources).toEqual({ replace: 1, update: 1 });
  expect(uidsOf(await instances())).toEqual(before);
  for (const machine of ['cp-0', 'md-a-0', 'md-a-1']) await labelAgrees(machine, rack);
}, 600_000);

// Proves: drains-and-updates.host-drain, placement.host-labels, placement.zones
test('a machine that can move does so when its host is drained, and its node stays ready', async () => {
  const vmi = ['vmi', 'md-a-1', ...namespace];
  // The annotation that network.ipPreservingCni writes into the template. Here it is set on this
  // VMI alone, so that no machine rolls.
  const mayMove = 'kubevirt.io/allow-pod-bridge-network-live-migration=';
  await kubectl(session, ['annotate', ...vmi, mayMove]);
  await kubectl(session, ['wait', ...vmi, '--for=condition=LiveMigratable', '--timeout=60s']);
  const before = (await instances()).find(({ metadata }) => metadata.name === 'md-a-1');
  const host = before?.status.nodeName ?? '';
  const life = await lifeOf('md-a-1');
  // Only this one: others of the host cannot move, and would shut down.
  await drainHost(session, host, '--pod-selector=vm.kubevirt.io/name=md-a-1');
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
  // Hosts are dealt to zones in turn, so this one is in another.
  await zonesAgree('md-a-1');
  await labelAgrees('md-a-1', rack);

  // In the sandbox a machine that has moved keeps the network of its old pod, and tests of packets
  // look for networks by pods: so it starts anew.
  await kubectl(session, ['delete', ...vmi]);
  await eventually('it is another one, and its node is ready', async () => {
    const now = (await instances()).find(({ metadata }) => metadata.name === 'md-a-1');
    const isReady = now?.status.conditions?.some((c) => c.type === 'Ready' && c.status === 'True');
    return now?.metadata.uid !== before?.metadata.uid && isReady === true;
  });
  await user.kubectl('wait', 'nodes', '--all', '--for=condition=Ready', '--timeout=120s');
}, 600_000);

test('after all of this the stack is as its file says', async () => {
  expect((await change()).resources).toEqual({ replace: 1, update: 1 });
  await kubectl(session, ['label', 'nodes', '--all', `${rack}-`]);
  await user.kubectl('label', 'nodes', '--all', `${rack}-`);
  const check = ['refresh', '--preview-only', '--expect-no-changes'];
  expect((await pulumi(session, stacks.demo, check)).code).toBe(0);
}, 900_000);
