// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import { findRelease } from '@strata/contracts';
import { excessiveRights, named, ofType, recordProgram, strayImages } from '@strata/testing';
import { mirrored, testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { createSnapshotKinds, Inside, loadInside, grantTenantAccess } from './index.ts';
import { platformRelease } from '../cloud/index.ts';

const record = (change: Change = {}) =>
  recordProgram(() => {
    const context = testContext(change, mirrored);
    const controller = new core.v1.ConfigMap('controller', {});
    const manifests = loadInside(context.config, platformRelease(context.platform));
    grantTenantAccess('access', context);
    if (manifests.snapshots !== undefined) {
      createSnapshotKinds('kinds', manifests.snapshots);
    }
    new Inside('inside', { ...context, manifests, controllers: [controller] });
  });

const snapshots = {
  snapshots: true,
  classes: [{ name: 'fast', infraClass: 'fast', default: true, snapshotClass: 'rbd' }],
};
const everything: Change = {
  storage: snapshots,
  cni: { kubeProxyReplacement: true },
  cloud: { selectorless: true },
  applications: { metricsServer: true },
  delivery: { flux: { url: 'https://git.example.org/shop', ref: { branch: 'main' } } },
};

test('is 14 resources at least, 27 by default, and 61 with everything on', async () => {
  const count = async (change: Change) => {
    const { resources } = await record(change);
    return resources.filter(({ name }) => name !== 'controller').length;
  };
  expect(await count({})).toBe(27);
  expect(await count(everything)).toBe(61);
  expect(await count({ cni: { type: 'none' }, access: { nodeMetrics: false } })).toBe(14);
});

/** Options of node-exporter on nodes. */
async function exporterOptions(): Promise<readonly string[]> {
  const { spec } = named(await record(), 'inside-metrics-exporter').inputs as {
    spec: {
      template: { spec: { containers: readonly { args: readonly string[] }[] } };
    };
  };
  return spec.template.spec.containers[0]?.args ?? [];
}

// Each has 35 series, and a node has one for each pod: a scrape would go beyond its limit.
// Proves: access.node-metrics
test.each(['netdev.device-exclude', 'netclass.ignored-devices'])(
  'interfaces of single pods are not measured: %s',
  async (flag) => {
    const option = `--collector.${flag}=`;
    const given = (await exporterOptions()).find((one) => one.startsWith(option));
    const left = new RegExp(given?.slice(option.length) ?? '.');
    const interfaces = ['eth0', 'enp1s0', 'bond0', 'lo', 'cilium_host', 'cilium_vxlan', 'br0'];
    expect(interfaces.filter((name) => left.test(name))).toEqual([]);
    const ofPods = ['lxc8a6b2c1d', 'lxc_health', 'veth12ab34cd', 'cali0a1b2c3d4e5'];
    expect(ofPods.filter((name) => !left.test(name))).toEqual([]);
  },
);

// Proves: access.node-metrics
test('file systems for all images and pods of a node are measured, those of single pods are not', async () => {
  const option = '--collector.filesystem.mount-points-exclude=';
  const args = await exporterOptions();
  const left = new RegExp(args.find((one) => one.startsWith(option))?.slice(option.length) ?? '.');
  const paths = [
    '/var/lib/containerd',
    '/var/lib/kubelet',
    '/var/lib/kubelet/pods/a/volumes/b',
    '/var/lib/containerd/io/c',
  ];
  expect(paths.filter((path) => !left.test(path))).toEqual([
    '/var/lib/containerd',
    '/var/lib/kubelet',
  ]);
});

// Proves: clusters.metrics-server
test('the API knows metrics-server once it runs, which needs the pod network', async () => {
  const recording = await record(everything);
  const name = 'inside-metrics-server/Deployment/kube-system/metrics-server';
  expect(named(recording, name).dependsOn).toEqual(
    expect.arrayContaining(['inside-cni/DaemonSet/kube-system/cilium']),
  );
  const service = named(recording, 'inside-metrics-server/APIService/v1beta1.metrics.k8s.io');
  expect(service.dependsOn).toContain(name);
  const without = (await record()).resources.filter((one) => one.name.includes('metrics-server'));
  expect(without).toEqual([]);
});

// Proves: clusters.least-rights
test('grants nobody more than it needs, and names no image outside the mirror', async () => {
  const { resources } = await record(everything);
  // Flux makes whatever the repository has.
  expect(resources.flatMap(excessiveRights)).toEqual([
    { object: 'ClusterRoleBinding/flux-kustomize-controller', right: 'cluster-admin' },
  ]);
  const stray = resources.flatMap((one) => strayImages(one, 'registry.example.org:5000/mirror'));
  expect(stray).toEqual([]);
});

// Proves: volumes.claims
test('the driver starts on nodes once they have a network and are linked to their machines', async () => {
  const { dependsOn } = named(await record(), 'inside-storage-plugin');
  expect(dependsOn).toEqual(
    expect.arrayContaining(['controller', 'inside-namespace', 'inside-storage-driver']),
  );
  expect(dependsOn).toEqual(
    expect.arrayContaining([
      'inside-cni/DaemonSet/kube-system/cilium',
      'inside-cni/Deployment/kube-system/cilium-operator',
    ]),
  );
});

test('its namespace enforces the Pod Security level of the table', async () => {
  expect(named(await record(), 'inside-namespace').inputs.metadata).toMatchObject({
    name: 'strata-system',
    labels: { 'pod-security.kubernetes.io/enforce': 'privileged' },
  });
});

// Proves: volumes.chosen-classes
test("claims get a volume of the platform's class for disks", async () => {
  expect(named(await record(), 'inside-storage-class-kubevirt').inputs).toMatchObject({
    metadata: {
      name: 'kubevirt',
      annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
    },
    provisioner: 'csi.kubevirt.io',
    parameters: {
      infraStorageClassName: 'fast',
      bus: 'scsi',
      'csi.storage.k8s.io/fstype': 'ext4',
    },
    reclaimPolicy: 'Delete',
    volumeBindingMode: 'Immediate',
    allowVolumeExpansion: true,
  });
});

// Proves: volumes.chosen-classes
test('a chosen class is as configured, and the default only if the configuration says so', async () => {
  const one = {
    name: 'slow',
    infraClass: 'small',
    reclaimPolicy: 'Retain',
    fsType: 'xfs',
    volumeBindingMode: 'WaitForFirstConsumer',
  };
  const recording = await record({ storage: { classes: [one] } });
  expect(ofType(recording, 'kubernetes:storage.k8s.io/v1:StorageClass')).toHaveLength(1);
  const found = named(recording, 'inside-storage-class-slow');
  // Kubernetes refuses changes of these, and Pulumi's provider does not know that.
  expect(found.replaceOnChanges).toEqual(['reclaimPolicy', 'volumeBindingMode']);
  expect(found.deleteBeforeReplace).toBe(true);
  expect(found.inputs).toMatchObject({
    metadata: { name: 'slow', annotations: { 'pulumi.com/patchFieldManager': 'strata' } },
    parameters: { infraStorageClassName: 'small', 'csi.storage.k8s.io/fstype': 'xfs' },
    reclaimPolicy: 'Retain',
    volumeBindingMode: 'WaitForFirstConsumer',
    allowVolumeExpansion: false,
  });
});

// Proves: volumes.snapshots
test('snapshots have their custom resource definitions, which are never deleted, and a class for each StorageClass', async () => {
  const recording = await record({ storage: snapshots });
  const found = named(recording, 'inside-storage-snapshot-class-fast');
  expect(found.inputs).toMatchObject({
    kind: 'VolumeSnapshotClass',
    metadata: {
      name: 'fast',
      annotations: { 'snapshot.storage.kubernetes.io/is-default-class': 'true' },
    },
    driver: 'csi.kubevirt.io',
    deletionPolicy: 'Delete',
    parameters: { infraSnapshotClassName: 'rbd' },
  });
  const definition = 'kubernetes:apiextensions.k8s.io/v1:CustomResourceDefinitionPatch';
  expect(ofType(recording, definition).map(({ name }) => name)).toEqual([
    'kinds-volumesnapshotclasses',
    'kinds-volumesnapshots',
    'kinds-volumesnapshotcontents',
  ]);
  const { resources } = recording;
  expect(resources.filter(({ name }) => name.startsWith('kinds')).length).toBe(3);
});

// Proves: volumes.controller-outside
test('the driver on nodes may read nodes, and nothing else', async () => {
  const recording = await record();
  expect(named(recording, 'inside-storage-cluster-role').inputs).toMatchObject({
    metadata: { name: 'strata-kubevirt-csi-node' },
    rules: [{ apiGroups: [''], resources: ['nodes'], verbs: ['get'] }],
  });
  expect(named(recording, 'inside-storage-cluster-role-binding').inputs).toMatchObject({
    subjects: [{ kind: 'ServiceAccount', name: 'kubevirt-csi-node', namespace: 'strata-system' }],
  });
});

test('reports a manifest that is not the locked one in one message', () => {
  const release = findRelease('v1.8');
  if (release === undefined) throw new Error('no such release');
  const { config } = testContext();
  const tenant = { ...release.tenant, cilium: { version: '0.0.1', source: '' } };
  expect(() => loadInside(config, { ...release, tenant })).toThrow(
    'there is no manifest of cilium 0.0.1: there is 1.20.2.',
  );
});
