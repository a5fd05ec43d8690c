// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { named, ofType, recordProgram, valueOf } from '@strata/testing';
import type { BootstrapKeys } from '../bootstrap/index.ts';
import { testControlPlane } from '../bootstrap/test-bootstrap.ts';
import { apiUrl } from '../keys/index.ts';
import { testContext, type Change } from '../test-context.ts';
import { createApiEndpoint, ControlPlane } from './index.ts';

const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu' },
  endpoint: { address: '203.0.113.2' },
};
const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};
const three = { ...controlPlane, replicas: 3, peers };

const secrets = testControlPlane();
const keys: BootstrapKeys = {
  authority: secrets.authority,
  controlPlane: pulumi.secret(secrets.keys),
  fingerprints: { encryption: 'sha256:1' },
};

const record = (change: Change = {}) =>
  recordProgram(() => new ControlPlane('demo', { ...testContext(change), keys }));

const diskType = 'kubernetes:cdi.kubevirt.io/v1beta1:DataVolume';
const secretType = 'kubernetes:core/v1:Secret';

interface Metadata {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
}

const metadataOf = (resource: { readonly inputs: Readonly<Record<string, unknown>> }) =>
  resource.inputs.metadata as Metadata;

// Proves: clusters.api-address
test('holds the address of the API before any machine exists, and waits only for the address', async () => {
  const { resources } = await recordProgram(() => createApiEndpoint('demo', testContext()));
  expect(apiUrl(testContext().config)).toBe('https://203.0.113.2:6443');
  expect(resources.find(({ name }) => name === 'demo-service')?.inputs).toMatchObject({
    metadata: {
      name: 'api',
      namespace: 'cluster-demo',
      annotations: {
        'pulumi.com/patchFieldManager': 'strata',
        'pulumi.com/waitFor': 'jsonpath={.status.loadBalancer.ingress[0].ip}=203.0.113.2',
        'metallb.io/loadBalancerIPs': '203.0.113.2',
        'metallb.io/address-pool': 'shared',
        'strata.dev/lasting': JSON.stringify({
          'kubernetes.podCidr': '10.100.0.0/16',
          'kubernetes.serviceCidr': '10.101.0.0/16',
          'kubernetes.dnsDomain': 'cluster.local',
          'controlPlane.endpoint.address': '203.0.113.2',
          'cni.type': 'cilium',
          'cni.kubeProxyReplacement': 'false',
        }),
      },
    },
    spec: {
      type: 'LoadBalancer',
      allocateLoadBalancerNodePorts: false,
      selector: {
        'cluster.x-k8s.io/cluster-name': 'demo',
        'cluster.x-k8s.io/role': 'control-plane',
      },
      ports: [{ name: 'https', port: 6443, targetPort: 6443, protocol: 'TCP' }],
    },
  });
});

// Proves: clusters.control-plane
test('makes one machine with a disk for etcd that outlives it', async () => {
  const recording = await record({ controlPlane });
  expect(recording.result.machines).toEqual(['cp-0']);
  expect(named(recording, 'demo-cp-0-etcd')).toMatchObject({
    type: diskType,
    protect: true,
    inputs: {
      metadata: { name: 'cp-0-etcd', namespace: 'cluster-demo' },
      spec: {
        source: { blank: {} },
        storage: {
          storageClassName: 'fast',
          accessModes: ['ReadWriteMany'],
          volumeMode: 'Block',
          resources: { requests: { storage: '8Gi' } },
        },
      },
    },
  });
  const machine = named(recording, 'demo-cp-0');
  const { 'strata.dev/generation': generation = '' } = metadataOf(machine).labels;
  expect(generation).toMatch(/^[0-9a-f]{8}$/);
  expect(machine.inputs).toMatchObject({
    metadata: {
      name: 'cp-0',
      annotations: { 'pulumi.com/waitFor': 'condition=Ready' },
      labels: { 'cluster.x-k8s.io/role': 'control-plane', 'strata.dev/pool': 'cp' },
    },
    spec: {
      runStrategy: 'Always',
      dataVolumeTemplates: [{ metadata: { name: `cp-root-${generation}-0` } }],
      template: {
        spec: {
          readinessProbe: { httpGet: { scheme: 'HTTPS', port: 6443, path: '/readyz' } },
          volumes: [
            { name: 'root', dataVolume: { name: `cp-root-${generation}-0` } },
            {
              name: 'cloudinit',
              cloudInitNoCloud: { secretRef: { name: `cp-0-userdata-${generation}` } },
            },
            { name: 'etcd', dataVolume: { name: 'cp-0-etcd' } },
          ],
        },
      },
    },
  });
  expect(ofType(recording, 'kubernetes:policy/v1:PodDisruptionBudget')).toEqual([]);
});

test('keeps the start-up data of a machine secret', async () => {
  const recording = await record({ controlPlane });
  const [secret] = ofType(recording, secretType);
  expect(secret?.secretInputs).toEqual(['stringData']);
  expect(named(recording, 'demo-cp-0').secretInputs).toEqual([]);
});

// Proves: clusters.control-plane
test('touches three machines one after the other, and gives each its address', async () => {
  const recording = await record({ controlPlane: three });
  expect(recording.result.machines).toEqual(['cp-0', 'cp-1', 'cp-2']);
  expect(named(recording, 'demo-cp-0').dependsOn).not.toContain('demo-cp-1');
  expect(named(recording, 'demo-cp-1').dependsOn).toContain('demo-cp-0');
  expect(named(recording, 'demo-cp-2').dependsOn).toContain('demo-cp-1');
  const data = named(recording, 'demo-cp-1-userdata-secret').inputs.stringData as {
    networkdata: string;
  };
  expect(JSON.parse(data.networkdata)).toEqual({
    version: 2,
    ethernets: {
      enp1s0: { dhcp4: true },
      enp2s0: { dhcp4: false, optional: true, 'accept-ra': false, addresses: ['10.20.0.12/24'] },
    },
  });
  expect(named(recording, 'demo-cp-1').inputs).toMatchObject({
    spec: {
      template: {
        spec: {
          networks: [
            { name: 'default', pod: {} },
            { name: 'backbone', multus: { networkName: 'networks/backbone' } },
          ],
        },
      },
    },
  });
  expect(named(recording, 'demo-budget')).toMatchObject({
    dependsOn: ['demo-cp-1'],
    inputs: { metadata: { name: 'cp' }, spec: { minAvailable: 2 } },
  });
});

// Proves: keys.join-credentials
test('gives control-plane machines no token, because a new cluster knows none', async () => {
  const recording = await record({ controlPlane: three });
  const texts = ofType(recording, secretType).map(({ inputs }) => JSON.stringify(inputs));
  expect(texts).toHaveLength(3);
  // The token that kubeadm always makes is in a list: how a machine joins has one without the "s".
  expect(texts.filter((text) => /\bbootstrapTokens\b/.test(text))).toEqual(texts);
  expect(texts.filter((text) => /\bbootstrapToken\b/.test(text))).toEqual([]);
});

// Proves: drains-and-updates.kubernetes-update, machines.etcd-disk-kept
test('replaces the machines for another version of Kubernetes, and keeps their disks', async () => {
  const made = async (version: string) => {
    const { podCidr, serviceCidr } = testContext().config.kubernetes;
    const kubernetes = { version, podCidr, serviceCidr };
    const { resources } = await record({ controlPlane, kubernetes });
    return resources.map(({ name, inputs }) => ({ name, inputs }));
  };
  const before = await made('1.34.4');
  const after = await made('1.35.4');
  const changed = before.filter(
    (resource, index) => JSON.stringify(resource) !== JSON.stringify(after[index]),
  );
  expect(changed.map(({ name }) => name)).toEqual(['demo-cp-0-userdata-secret', 'demo-cp-0']);
});

// Proves: keys.token-key-rotation
test('records how far a rotation is on the machine and on its Secret, and nothing before there is one', async () => {
  const recorded = async (change: Change) => {
    const { resources } = await record({ controlPlane, ...change });
    return resources.flatMap(({ inputs }) => {
      const metadata = inputs.metadata as { annotations?: Record<string, string> } | undefined;
      return metadata?.annotations?.['strata.dev/keys'] ?? [];
    });
  };
  expect(await recorded({})).toEqual([]);
  expect(await recorded({ keys: { serviceAccount: { generation: 1 } } })).toEqual([]);
  const serviceAccount = { generation: 2, phase: 'trust' };
  const text = JSON.stringify({ serviceAccount });
  expect(await recorded({ keys: { serviceAccount } })).toEqual([text, text]);
});

// Proves: keys.encryption-key-rotation
test('records the fingerprints of the keys on the machine and on its Secret', async () => {
  const { resources } = await record({ controlPlane });
  const recorded = resources.flatMap(({ inputs, name }) => {
    const metadata = inputs.metadata as { annotations?: Record<string, string> } | undefined;
    const text = metadata?.annotations?.['strata.dev/key-fingerprints'];
    return text === undefined ? [] : [[name, text]];
  });
  expect(recorded).toEqual([
    ['demo-cp-0-userdata-secret', '{"encryption":"sha256:1"}'],
    ['demo-cp-0', '{"encryption":"sha256:1"}'],
  ]);
});

// Proves: drains-and-updates.workload-evicted
test('waits as long for a machine that is deleted as it may take to shut down', async () => {
  // 600 + 60 + 30 seconds, and 7200 + 60 + 30.
  const timeouts = async (change: object) =>
    named(await record({ controlPlane: { ...controlPlane, ...change } }), 'demo-cp-0')
      .customTimeouts;
  expect(await timeouts({})).toEqual({ create: '40m', update: '40m', delete: '22m' });
  const drain = { timeoutSeconds: 7_200 };
  expect(await timeouts({ drain })).toEqual({ create: '40m', update: '40m', delete: '132m' });
});

// Proves: volumes.not-undone
test('ignores what the CSI driver plugs into a machine, and nothing else of it', async () => {
  const recording = await record({ controlPlane });
  expect(named(recording, 'demo-cp-0').ignoreChanges).toEqual([
    'spec.template.spec.volumes',
    'spec.template.spec.domain.devices.disks',
  ]);
});

// Proves: drains-and-updates.protected
test('deletes a disk of etcd with the cluster only if the configuration says so', async () => {
  const recording = await record({
    controlPlane,
    deletion: { protect: false, volumes: 'delete' },
  });
  expect(named(recording, 'demo-cp-0-etcd').protect).toBe(false);
});

const inClass = { className: 'fast', volumeMode: 'Block' as const };
const made = { name: 'cp-0-etcd', ...inClass, madeGiB: 8, sizeGiB: 8, claimMiB: 8192 };

const recordGrowth = (sizeGiB: number, disk: object = {}) => {
  const context = testContext({ controlPlane: { ...controlPlane, etcdDisk: { sizeGiB } } });
  const etcdDisks = [{ ...made, ...disk }];
  return recordProgram(() => new ControlPlane('demo', { ...context, keys, etcdDisks }));
};

// Proves: machines.etcd-disk-grows
test('never changes an existing DataVolume, which CDI refuses: its claim grows', async () => {
  const recording = await recordGrowth(32);
  expect(named(recording, 'demo-cp-0-etcd').ignoreChanges).toEqual(['spec']);
  expect(named(recording, 'demo-cp-0-etcd-size')).toMatchObject({
    type: 'kubernetes:core/v1:PersistentVolumeClaimPatch',
    inputs: {
      metadata: { name: 'cp-0-etcd', namespace: 'cluster-demo' },
      spec: { resources: { requests: { storage: '32Gi' } } },
    },
    retainOnDelete: true,
  });
});

// Proves: backups.lost-state
test('renders an existing DataVolume as it was made: without a state, ignoreChanges holds nothing back', async () => {
  const spec = {
    source: { blank: {} },
    storage: { storageClassName: 'slow', resources: { requests: { storage: '8Gi' } } },
  };
  const recording = await recordGrowth(32, { spec });
  expect(named(recording, 'demo-cp-0-etcd').inputs.spec).toEqual(spec);
});

test('adds to a claim with a file system what CDI adds for it', async () => {
  const recording = await recordGrowth(32, { volumeMode: 'Filesystem' });
  expect(named(recording, 'demo-cp-0-etcd-size').inputs).toMatchObject({
    spec: { resources: { requests: { storage: '34735Mi' } } },
  });
});

test('never asks for less than the claim has: the platform may have added more for a file system', async () => {
  // CDI with an overhead of a fifth made a claim of 9.6 GiB for 8; for 9, 9.54 GiB would do.
  const recording = await recordGrowth(9, { volumeMode: 'Filesystem', claimMiB: 9831 });
  expect(named(recording, 'demo-cp-0-etcd-size').inputs).toMatchObject({
    spec: { resources: { requests: { storage: '9831Mi' } } },
  });
});

// Proves: machines.etcd-disk-grows
test('renders the same patch after a disk has grown: a second run changes nothing', async () => {
  const [before, after] = [
    await recordGrowth(32),
    await recordGrowth(32, { sizeGiB: 32, claimMiB: 32_768 }),
  ];
  expect(after.resources).toEqual(before.resources);
});

test('leaves a claim alone that was made large enough', async () => {
  const { resources } = await recordGrowth(8);
  expect(resources.map(({ name }) => name)).not.toContain('demo-cp-0-etcd-size');
});

// Proves: machines.etcd-disk-kept
test("takes another StorageClass for etcd without the platform's access modes", async () => {
  const etcdDisk = { sizeGiB: 4, className: 'quick' };
  const recording = await record({ controlPlane: { ...controlPlane, etcdDisk } });
  expect(named(recording, 'demo-cp-0-etcd').inputs.spec).toEqual({
    source: { blank: {} },
    storage: { storageClassName: 'quick', resources: { requests: { storage: '4Gi' } } },
  });
  expect(await valueOf(recording.result.urn)).toContain('ControlPlane');
});
