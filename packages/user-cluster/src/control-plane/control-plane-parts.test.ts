// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { named, ofType, recordProgram, valueOf } from '@strata/testing';
import type { BootstrapKeys } from '../bootstrap/index.ts';
import { testControlPlane } from '../bootstrap/test-bootstrap.ts';
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { ControlPlane, createApiEndpoint } from './index.ts';
import type { ControlPlaneArgs } from './control-plane.ts';

const secrets = testControlPlane();
const keys: BootstrapKeys = {
  authority: secrets.authority,
  controlPlane: pulumi.secret(secrets.keys),
  fingerprints: { encryption: 'sha256:1' },
};
const { controlPlane } = testContext().config;
const addresses = ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'];
const three = { ...controlPlane, replicas: 3, peers: { network: 'backbone', addresses } };

const record = (change: Change = {}, more: Partial<ControlPlaneArgs> = {}) =>
  recordProgram(() => {
    const after = new core.v1.ConfigMap('endpoint', {});
    const namespace = new core.v1.Namespace('namespace', {});
    const parent = new pulumi.ComponentResource('test:Parent', 'parent');
    const contents = { deletedWith: namespace };
    const args = { ...testContext(change), keys, after, contents, ...more };
    return new ControlPlane('demo', args, { parent });
  });

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const strata = { 'pulumi.com/patchFieldManager': 'strata' };

// Proves: machines.etcd-disk-kept
test('the disk of etcd stays when the VM goes, and nothing waits for the pod that made it', async () => {
  const disk = named(await record(), 'demo-cp-0-etcd');
  expect(disk).toMatchObject({ parent: 'demo', dependsOn: ['endpoint'], protect: true });
  expect(disk.deletedWith).toBeUndefined();
  expect(disk.inputs.metadata).toEqual({
    name: 'cp-0-etcd',
    namespace: 'cluster-demo',
    labels,
    annotations: { ...strata, 'pulumi.com/deletionPropagationPolicy': 'background' },
  });
  const kept = await record({ deletion: { protect: false, volumes: 'retain' } });
  expect(named(kept, 'demo-cp-0-etcd')).toMatchObject({ protect: false, retainOnDelete: true });
});

// Proves: clusters.control-plane
test('another generation is another VM, after its disk and its data, and is Ready when its API answers', async () => {
  const recording = await record();
  const [component] = ofType(recording, 'strata:user-cluster:ControlPlane');
  expect(component).toMatchObject({ name: 'demo', parent: 'parent' });
  expect(recording.outputs.get('demo')).toEqual({ machines: ['cp-0'] });
  const machine = named(recording, 'demo-cp-0');
  expect(machine).toMatchObject({
    type: 'kubernetes:kubevirt.io/v1:VirtualMachine',
    parent: 'demo',
    dependsOn: ['demo-cp-0-etcd', 'demo-cp-0-userdata-secret', 'endpoint'],
    replaceOnChanges: ['metadata.labels'],
    deleteBeforeReplace: true,
  });
  expect(machine.inputs).toMatchObject({
    apiVersion: 'kubevirt.io/v1',
    kind: 'VirtualMachine',
    metadata: {
      namespace: 'cluster-demo',
      labels,
      annotations: {
        ...strata,
        'pulumi.com/waitFor': 'condition=Ready',
        'strata.dev/kubernetes': '1.35.4',
      },
    },
  });
  expect(named(recording, 'demo-cp-0-userdata-secret')).toMatchObject({
    parent: 'demo',
    deletedWith: 'namespace',
  });
  const { metadata } = machine.inputs as {
    readonly metadata: { readonly labels: Readonly<Record<string, string>> };
  };
  expect(await valueOf(recording.result.generations)).toEqual([
    metadata.labels['strata.dev/generation'],
  ]);
  const first = await record({}, { after: undefined });
  expect(named(first, 'demo-cp-0').dependsOn).toEqual([
    'demo-cp-0-etcd',
    'demo-cp-0-userdata-secret',
  ]);
});

// Proves: clusters.control-plane
test('a new disk of another VM waits for the VM before it, and one that is there does not', async () => {
  const disksOf = async (...found: string[]) => {
    const etcdDisks = found.map((name) => ({
      name,
      className: 'fast',
      volumeMode: 'Block' as const,
      madeGiB: 8,
      sizeGiB: 8,
      claimMiB: 8192,
    }));
    const recording = await record({ controlPlane: three }, { etcdDisks });
    return [0, 1, 2].map((index) => named(recording, `demo-cp-${index}-etcd`).dependsOn);
  };
  expect(await disksOf()).toEqual([['endpoint'], ['demo-cp-0'], ['demo-cp-1']]);
  expect(await disksOf('cp-0-etcd', 'cp-1-etcd')).toEqual([[], [], ['demo-cp-1']]);
});

test('a machine has a Secret with network data only where it has more than one interface', async () => {
  const cloudInit = async (change: Change) => {
    const { spec } = named(await record(change), 'demo-cp-0').inputs as unknown as {
      spec: { template: { spec: { volumes: { cloudInitNoCloud?: object }[] } } };
    };
    const [own = {}] = spec.template.spec.volumes.flatMap((one) => one.cloudInitNoCloud ?? []);
    return Object.keys(own).toSorted();
  };
  expect(await cloudInit({})).toEqual(['secretRef']);
  expect(await cloudInit({ controlPlane: three })).toEqual(['networkDataSecretRef', 'secretRef']);
});

test('a new disk of etcd beside one that is there is as the configuration has it', async () => {
  const spec = {
    source: { blank: {} },
    storage: { storageClassName: 'slow', resources: { requests: { storage: '9Gi' } } },
  };
  const found = { name: 'cp-0-etcd', className: 'slow', volumeMode: 'Block' as const };
  const etcdDisks = [{ ...found, madeGiB: 9, sizeGiB: 9, claimMiB: 9216, spec }];
  const recording = await record({ controlPlane: three }, { etcdDisks });
  expect(named(recording, 'demo-cp-0-etcd').inputs.spec).toEqual(spec);
  expect(named(recording, 'demo-cp-1-etcd').inputs.spec).toMatchObject({
    storage: { storageClassName: 'fast', resources: { requests: { storage: '8Gi' } } },
  });
});

// Proves: machines.etcd-disk-grows
test('a claim grows after its disk, and keeps its size when the patch goes', async () => {
  const etcdDisk = {
    name: 'cp-0-etcd',
    className: 'fast',
    volumeMode: 'Block' as const,
    madeGiB: 8,
    sizeGiB: 8,
    claimMiB: 8192,
  };
  const change = { controlPlane: { ...controlPlane, etcdDisk: { sizeGiB: 32 } } };
  const recording = await record(change, { etcdDisks: [etcdDisk] });
  const size = named(recording, 'demo-cp-0-etcd-size');
  expect(size).toMatchObject({
    parent: 'demo',
    dependsOn: ['demo-cp-0-etcd'],
    retainOnDelete: true,
  });
  expect(size.inputs.metadata).toEqual({
    name: 'cp-0-etcd',
    namespace: 'cluster-demo',
    annotations: strata,
  });
});

// Proves: clusters.api-address
test('the Service of the API has the labels of the cluster', async () => {
  const recording = await recordProgram(() => createApiEndpoint('demo', testContext()));
  expect(named(recording, 'demo-service').inputs.metadata).toMatchObject({ labels });
});
