// SPDX-License-Identifier: Apache-2.0
import { secret } from '@pulumi/pulumi';
import { excessiveRights, named, ofType, recordProgram, strayImages } from '@strata/testing';
import { mirrored, testContext } from '../test-context.ts';
import { createStorageController } from './index.ts';

const record = (storage: object = {}) =>
  recordProgram(() =>
    createStorageController('csi', {
      ...testContext({ storage }, mirrored),
      tenantKubeconfig: secret('hush'),
    }),
  );

interface Rule {
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
}

interface Container {
  readonly name: string;
  readonly args: readonly string[];
}

const rulesOf = async (storage: object) => {
  const { rules } = named(await record(storage), 'csi-infra-role').inputs as { rules: Rule[] };
  return rules.flatMap(({ resources, verbs }) => resources.map((one) => [one, verbs.join(' ')]));
};

const containersOf = async (storage: object) => {
  const { spec } = named(await record(storage), 'csi-infra-deployment').inputs as {
    spec: { template: { spec: { containers: Container[] } } };
  };
  return spec.template.spec.containers;
};

const settingsOf = async (storage: object) => {
  const { data } = named(await record(storage), 'csi-infra-config').inputs as {
    data: Record<string, string>;
  };
  const { infraStorageClassEnforcement = '', ...rest } = data;
  return [rest, JSON.parse(infraStorageClassEnforcement) as object] as const;
};

const withSnapshots = {
  snapshots: true,
  classes: [
    { name: 'b', infraClass: 'small' },
    { name: 'a', infraClass: 'fast', snapshotClass: 'rbd' },
    { name: 'kept', infraClass: 'fast', snapshotClass: 'rbd', reclaimPolicy: 'Retain' },
  ],
};
const cannotGrow = { classes: [{ name: 'a', infraClass: 'small' }] };

const always = [
  ['datavolumes', 'get create delete'],
  ['virtualmachineinstances', 'get list'],
  ['virtualmachines', 'get list'],
  ['virtualmachines/addvolume', 'update'],
  ['virtualmachines/removevolume', 'update'],
  ['virtualmachineinstances/removevolume', 'update'],
  ['persistentvolumeclaims', 'get'],
];

// Proves: volumes.controller-outside
test.each([
  ['that cannot grow', cannotGrow, always],
  ['that can grow', {}, [...always, ['persistentvolumeclaims', 'patch']]],
  [
    'with snapshots',
    withSnapshots,
    [...always, ['persistentvolumeclaims', 'patch'], ['volumesnapshots', 'get list create delete']],
  ],
])('may do in the namespace what volumes %s need', async (_, storage, rules) => {
  expect(await rulesOf(storage)).toEqual(rules);
});

// Proves: volumes.growth
test('may read a PersistentVolume by its name when volumes can grow, and nothing otherwise', async () => {
  const recording = await record();
  expect(named(recording, 'csi-infra-cluster-role').inputs).toMatchObject({
    metadata: { name: 'cluster-demo-csi-controller' },
    rules: [{ apiGroups: [''], resources: ['persistentvolumes'], verbs: ['get'] }],
  });
  expect(recording.resources.flatMap(excessiveRights)).toEqual([]);
  const clusterRole = 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRole';
  expect(ofType(await record(cannotGrow), clusterRole)).toEqual([]);
});

// Proves: volumes.chosen-classes
test('lets the user cluster use the classes that it names, and not the default class', async () => {
  expect(await settingsOf({})).toEqual([
    {
      infraClusterNamespace: 'cluster-demo',
      infraClusterLabels: 'cluster.x-k8s.io/cluster-name=demo',
    },
    {
      allowAll: false,
      allowDefault: false,
      allowList: ['fast'],
      storageSnapshotMapping: [],
    },
  ]);
  const [, enforcement] = await settingsOf(withSnapshots);
  expect(enforcement).toEqual({
    allowAll: false,
    allowDefault: false,
    allowList: ['fast', 'small'],
    storageSnapshotMapping: [{ storageClasses: ['fast'], volumeSnapshotClasses: ['rbd'] }],
  });
});

// Proves: volumes.claims
test.each([
  ['that cannot grow', cannotGrow, []],
  ['that can grow', {}, ['csi-resizer']],
  ['with snapshots', withSnapshots, ['csi-resizer', 'csi-snapshotter', 'snapshot-controller']],
])('runs the sidecars that volumes %s need', async (_, storage, more) => {
  const names = (await containersOf(storage)).map(({ name }) => name);
  expect(names).toEqual([
    'csi-driver',
    'csi-provisioner',
    'csi-attacher',
    ...more,
    'csi-liveness-probe',
  ]);
});

// Proves: volumes.claims
test('every program knows the addresses of the driver and of the user cluster', async () => {
  const containers = await containersOf(withSnapshots);
  expect(Object.fromEntries(containers.map(({ name, args }) => [name, args]))).toEqual({
    'csi-driver': [
      '--endpoint=unix:///csi/csi.sock',
      '--infra-cluster-namespace=$(INFRACLUSTER_NAMESPACE)',
      '--infra-cluster-labels=$(INFRACLUSTER_LABELS)',
      '--tenant-cluster-kubeconfig=/etc/tenant/kubeconfig',
      '--run-node-service=false',
      '--run-controller-service=true',
    ],
    'csi-provisioner': [
      '--csi-address=/csi/csi.sock',
      '--kubeconfig=/etc/tenant/kubeconfig',
      '--timeout=3m',
      '--default-fstype=ext4',
      '--retry-interval-max=1m',
    ],
    'csi-attacher': [
      '--csi-address=/csi/csi.sock',
      '--kubeconfig=/etc/tenant/kubeconfig',
      '--timeout=3m',
      '--retry-interval-max=1m',
    ],
    'csi-resizer': [
      '--csi-address=/csi/csi.sock',
      '--kubeconfig=/etc/tenant/kubeconfig',
      '--timeout=3m',
      '--handle-volume-inuse-error=false',
    ],
    'csi-snapshotter': [
      '--csi-address=/csi/csi.sock',
      '--kubeconfig=/etc/tenant/kubeconfig',
      '--timeout=3m',
      '--feature-gates=CSIVolumeGroupSnapshot=false',
    ],
    'snapshot-controller': [
      '--kubeconfig=/etc/tenant/kubeconfig',
      '--leader-election=false',
      '--feature-gates=CSIVolumeGroupSnapshot=false',
    ],
    'csi-liveness-probe': [
      '--csi-address=/csi/csi.sock',
      '--probe-timeout=3s',
      '--health-port=10301',
    ],
  });
});

// Proves: volumes.controller-outside
test('names no image outside the mirror, and no secret but the kubeconfig', async () => {
  const { resources } = await record(withSnapshots);
  expect(resources.flatMap((one) => strayImages(one, 'registry.example.org:5000/mirror'))).toEqual(
    [],
  );
  expect(resources.flatMap(({ secretInputs }) => secretInputs)).toEqual(['stringData']);
});
