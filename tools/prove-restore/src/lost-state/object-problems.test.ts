// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import { testCluster } from '@strata/testing';
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { readLiveObjects } from './live-objects.ts';
import type { LiveObject } from './live-objects.ts';
import { objectProblems } from './object-problems.ts';
import { readPlan } from './plan.ts';

const namespace = 'cluster-shop';

interface Parts {
  readonly generation?: string;
  readonly secret?: string;
  readonly plugged?: readonly string[];
  readonly runStrategy?: string;
}

/** A machine, as the program renders it and as the infra cluster has it. */
function machine(group: string, { plugged = [], ...parts }: Parts = {}) {
  const { generation = '0000000a', runStrategy = 'Always' } = parts;
  const secret = parts.secret ?? `${group}-userdata-${generation}`;
  const more = plugged.map((name) => ({ name, dataVolume: { name, hotpluggable: true } }));
  return {
    metadata: { labels: { [labelKeys.pool]: group, [labelKeys.generation]: generation } },
    spec: {
      runStrategy,
      template: {
        spec: {
          domain: { devices: { disks: [{ name: 'root' }, ...plugged.map((name) => ({ name }))] } },
          volumes: [
            { name: 'root', dataVolume: { name: `${group}-root-${generation}` } },
            { name: 'cloudinit', cloudInitNoCloud: { secretRef: { name: secret } } },
            ...more,
          ],
        },
      },
    },
  };
}

type Made = ReturnType<typeof machine>;

const named = (name: string, { metadata, spec }: Made) => ({
  metadata: { ...metadata, name, namespace },
  spec,
});

const pool = (name: string, replicas: number, parts: Parts = {}) => ({
  metadata: { name, namespace, labels: {} },
  spec: { replicas, virtualMachineTemplate: machine(name, parts) },
});

const types = {
  machine: 'kubernetes:kubevirt.io/v1:VirtualMachine',
  pool: 'kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool',
  dataVolume: 'kubernetes:cdi.kubevirt.io/v1beta1:DataVolume',
  claim: 'kubernetes:core/v1:PersistentVolumeClaim',
  patch: 'kubernetes:core/v1:PersistentVolumeClaimPatch',
} as const;

const step = (kind: keyof typeof types, inputs: object, op = 'create') => ({
  op,
  urn: `urn:pulumi:production.shop::user-cluster::${types[kind]}::one`,
  [op.startsWith('delete') ? 'oldState' : 'newState']: { type: types[kind], inputs },
});

const stored = (name: string, storageClassName: string, storage: string) => ({
  metadata: { name, namespace, labels: {} },
  spec: { storageClassName, resources: { requests: { storage } } },
});

interface Found {
  readonly machines?: readonly object[];
  readonly pools?: readonly object[];
  readonly dataVolumes?: readonly object[];
  readonly claims?: readonly object[];
}

function problems(steps: readonly object[], found: Found) {
  const none: readonly LiveObject[] = [];
  const live = { machines: none, pools: none, dataVolumes: none, claims: none, ...found };
  const plan = readPlan(JSON.stringify({ steps }));
  return objectProblems(plan, { namespace, ...(live as Record<keyof Found, typeof none>) });
}

const member = named('cp-0', machine('cp'));
const planned = [step('machine', member), step('pool', pool('md-a', 2))];
const workers = [named('md-a-0', machine('md-a')), named('md-a-1', machine('md-a'))];

// Proves: backups.lost-state
test('a cluster that is as the plan has it is taken on', () => {
  const plugged = named('md-a-1', machine('md-a', { plugged: ['pvc-1'] }));
  const disk = stored('cp-0-etcd', 'fast', '8Gi');
  const steps = [
    ...planned,
    step('dataVolume', disk),
    step('patch', stored('cp-0-etcd', 'fast', '8Gi')),
  ];
  expect(
    problems(steps, {
      machines: [member, workers[0] ?? {}, plugged],
      pools: [pool('md-a', 2)],
      dataVolumes: [disk],
      claims: [stored('cp-0-etcd', 'fast', '8192Mi')],
    }),
  ).toEqual([]);
});

// Proves: backups.lost-state
test('volumes that the CSI driver has plugged in are not taken from their pods', () => {
  const plugged = named('cp-0', machine('cp', { plugged: ['pvc-1'] }));
  const live = { machines: [plugged, ...workers], pools: [pool('md-a', 2)] };
  expect(problems(planned, live)).toEqual([
    'VirtualMachine cp-0 has the volume "pvc-1", which the CSI driver has plugged in for a pod, and the update would take it from that pod. Move the pod to another node: in the cluster, kubectl drain cp-0 --ignore-daemonsets --delete-emptydir-data; when the VM no longer has the volume, kubectl uncordon cp-0, and run this again',
  ]);
  // The state has it: updates ignore these lists.
  expect(problems([step('machine', member, 'same'), ...planned.slice(1)], live)).toEqual([]);
});

// Proves: backups.lost-state
test('a roll that has not ended is not taken on as if it had', () => {
  const next = { generation: '0000000b' };
  expect(
    problems([step('machine', named('cp-0', machine('cp', next))), ...planned.slice(1)], {
      machines: [member, named('md-a-0', machine('md-a', next)), workers[1] ?? {}],
      pools: [pool('md-a', 2, next)],
    }),
  ).toEqual([
    'VirtualMachine cp-0 is of the generation 0000000a, in the plan of 0000000b: either the checkout is not what it was brought up with, or a roll has begun and not ended (docs/runbooks/restore-state.md#a-roll-that-had-begun)',
    'VirtualMachine md-a-1 is of the generation 0000000a, and its pool of 0000000b: a roll has begun and not ended. Delete the VM (kubectl -n cluster-shop delete vm md-a-1): its node is drained, and its pool makes it anew',
    'VirtualMachinePool md-a is of the generation 0000000b, in the plan of 0000000a: either the checkout is not what it was brought up with, or a roll has begun and not ended (docs/runbooks/restore-state.md#a-roll-that-had-begun)',
  ]);
});

// Proves: backups.lost-state
test('machines that were edited by hand are named with the field', () => {
  const other = { secret: 'cp-userdata-0000000f', runStrategy: 'Halted' };
  expect(
    problems(planned.slice(0, 1), { machines: [named('cp-0', machine('cp', other))] }),
  ).toEqual([
    'VirtualMachine cp-0 would be started or stopped: runStrategy is Halted, in the plan Always. Set it as the plan has it first',
    'VirtualMachine cp-0 has another volume "cloudinit": cloudInitNoCloud.secretRef.name is cp-userdata-0000000f, in the plan cp-userdata-0000000a',
  ]);
  const { metadata, spec } = member;
  const going = { metadata: { ...metadata, deletionTimestamp: '2026-01-01T00:00:00Z' }, spec };
  expect(problems(planned.slice(0, 1), { machines: [going] })).toEqual([
    'VirtualMachine cp-0 is being deleted: run this again when it is gone',
  ]);
  const unknown = { metadata: { name: 'cp-0', namespace }, spec: 'unknown' };
  expect(problems([step('machine', unknown)], { machines: [member] })).toEqual([
    'VirtualMachine cp-0 cannot be compared with the plan, which does not know yet how it starts',
  ]);
});

// Proves: backups.lost-state
test('machines and pools that the plan lacks, and another number of VMs, are all named at once', () => {
  expect(
    problems(planned, {
      machines: [member, named('cp-1', machine('cp')), ...workers],
      pools: [pool('md-a', 6), pool('md-b', 1)],
    }),
  ).toEqual([
    'VirtualMachine cp-1 runs, and neither the plan nor a pool has it',
    'VirtualMachinePool md-a has 6 VMs, in the plan 2: set "replicas" of the pool to 6 in the cluster\'s file, and to another number after the command',
    "VirtualMachinePool md-b runs, and the cluster's file has no pool of this name",
  ]);
});

// Proves: backups.lost-state
test('no disk or volume becomes another one', () => {
  const disk = stored('cp-0-etcd', 'fast', '32Gi');
  const volume = stored('etcd-backup', 'fast', '40Gi');
  const live = {
    dataVolumes: [stored('cp-0-etcd', 'fast', '8Gi')],
    claims: [stored('etcd-backup', 'slow', '40Gi'), stored('cp-0-etcd', 'fast', '8Gi')],
  };
  expect(
    problems([step('dataVolume', disk), step('claim', volume), step('patch', disk)], live),
  ).toEqual([
    'DataVolume cp-0-etcd would change: resources.requests.storage is 8Gi, in the plan 32Gi',
    'PersistentVolumeClaim etcd-backup would change: storageClassName is slow, in the plan fast',
    'PersistentVolumeClaimPatch cp-0-etcd would change: resources.requests.storage is 8Gi, in the plan 32Gi',
  ]);
  // The state has them: updates ignore what cannot change.
  expect(problems([step('dataVolume', disk, 'same')], live)).toEqual([]);
});

// Proves: backups.lost-state
test('an update that had begun may replace and delete nothing', () => {
  const steps = [
    step('machine', member, 'delete-replaced'),
    step('machine', member, 'create-replacement'),
    step('machine', member, 'replace'),
    step('pool', pool('md-a', 2), 'delete'),
    step(
      'claim',
      { ...stored('a', 'fast', '1Gi'), metadata: { name: 'a', namespace: 'b' } },
      'delete',
    ),
  ];
  expect(problems(steps, { machines: [member], pools: [pool('md-a', 2)] })).toEqual([
    'VirtualMachine cp-0 would be replaced',
    'VirtualMachinePool md-a would be deleted',
  ]);
});

test('reads the objects of the namespace', async () => {
  const items = (item: object) => ({ items: [item] });
  await using cluster = await testCluster({
    [`/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines`]: items(member),
    [`/apis/pool.kubevirt.io/v1beta1/namespaces/${namespace}/virtualmachinepools`]: items(
      pool('md-a', 2),
    ),
    [`/apis/cdi.kubevirt.io/v1beta1/namespaces/${namespace}/datavolumes`]: { items: [] },
    [`/api/v1/namespaces/${namespace}/persistentvolumeclaims`]: items({ metadata: { name: 'a' } }),
  });
  const api = new ApiClient(await readKubeconfig(cluster.kubeconfig));
  expect(await readLiveObjects(api, namespace)).toEqual({
    namespace,
    machines: [member],
    pools: [pool('md-a', 2)],
    dataVolumes: [],
    claims: [{ metadata: { name: 'a', labels: {} }, spec: {} }],
  });
});
