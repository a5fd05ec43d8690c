// SPDX-License-Identifier: Apache-2.0
import type { PoolConfig, Storage } from '@strata/contracts';
import { named, ofType, recordProgram } from '@strata/testing';
import { UserCluster } from './index.ts';

const storage: Storage = {
  className: 'fast',
  accessModes: ['ReadWriteMany'],
  volumeMode: 'Block',
};

const pool: PoolConfig = {
  name: 'md-a',
  replicas: 2,
  instancetype: 'standard-2',
  preference: 'sockets-advantage',
  rootDisk: { image: 'docker://registry.example/disks/ubuntu:24.04', sizeGiB: 20 },
  maxUnavailable: 1,
  spread: {
    maxSkew: 1,
    topologyKey: 'kubernetes.io/hostname',
    whenUnsatisfiable: 'ScheduleAnyway',
  },
};

const record = (...pools: PoolConfig[]) =>
  recordProgram(
    () =>
      new UserCluster('demo', {
        environment: 'sandbox',
        cluster: 'demo',
        config: { pools },
        storage,
        cdiNamespace: 'cdi',
      }),
  );

/** The specification of the pool that a configuration makes. */
async function poolSpec(change: Partial<PoolConfig>) {
  const recording = await record({ ...pool, ...change });
  return named(recording, `demo-pool-${change.name ?? 'md-a'}-machines`).inputs.spec;
}

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
  'strata.dev/environment': 'sandbox',
};
const machineLabels = {
  ...labels,
  'cluster.x-k8s.io/role': 'worker',
  'strata.dev/pool': 'md-a',
  machine: 'md-a',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
const poolType = 'kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool';
const policyType = 'kubernetes:networking.k8s.io/v1:NetworkPolicy';

test('makes one namespace, four policies and a pool for each entry', async () => {
  const recording = await record(pool, { ...pool, name: 'md-b' });
  expect(ofType(recording, 'kubernetes:core/v1:Namespace')).toHaveLength(1);
  expect(ofType(recording, policyType)).toHaveLength(4);
  expect(ofType(recording, poolType).map(({ name }) => name)).toEqual([
    'demo-pool-md-a-machines',
    'demo-pool-md-b-machines',
  ]);
});

test('allows the pods of its namespace no more than virtual machines need', async () => {
  const recording = await record(pool);
  expect(named(recording, 'demo-tenant-namespace').inputs.metadata).toEqual({
    name: 'cluster-demo',
    labels: {
      ...labels,
      'pod-security.kubernetes.io/enforce': 'baseline',
      'pod-security.kubernetes.io/warn': 'baseline',
    },
    annotations,
  });
});

test('lets no machine run before the walls stand', async () => {
  const recording = await record(pool);
  expect(named(recording, 'demo-isolation').dependsOn).toEqual(['demo-tenant-namespace']);
  expect(named(recording, 'demo-pool-md-a').dependsOn).toEqual([
    'demo-isolation-default-deny',
    'demo-isolation-dns',
    'demo-isolation-image-import',
    'demo-isolation-same-cluster',
  ]);
});

test('isolates in both directions, and opens no more than it says', async () => {
  const recording = await record(pool);
  const specs = ofType(recording, policyType).map(({ inputs }) => [
    (inputs.metadata as { name: string }).name,
    inputs.spec,
  ]);
  expect(Object.fromEntries(specs)).toEqual({
    'default-deny': { podSelector: {}, policyTypes: ['Ingress', 'Egress'] },
    'same-cluster': {
      podSelector: {},
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: {} }] }],
      egress: [{ to: [{ podSelector: {} }] }],
    },
    dns: {
      podSelector: {},
      policyTypes: ['Egress'],
      egress: [
        {
          to: [
            {
              namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } },
              podSelector: { matchLabels: { 'k8s-app': 'kube-dns' } },
            },
          ],
          ports: [
            { protocol: 'UDP', port: 53 },
            { protocol: 'TCP', port: 53 },
          ],
        },
      ],
    },
    'image-import': {
      podSelector: { matchLabels: { 'cdi.kubevirt.io': 'importer' } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [
        {
          from: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'cdi' } } }],
          ports: [{ protocol: 'TCP', port: 8443 }],
        },
      ],
      egress: [
        {
          to: [{ ipBlock: { cidr: '0.0.0.0/0' } }, { ipBlock: { cidr: '::/0' } }],
          ports: [
            { protocol: 'TCP', port: 80 },
            { protocol: 'TCP', port: 443 },
            { protocol: 'TCP', port: 5000 },
          ],
        },
      ],
    },
  });
});

test('makes a pool of machines from an instancetype, each with a disk of its own', async () => {
  const recording = await record(pool);
  expect(named(recording, 'demo-pool-md-a-machines').inputs).toEqual({
    apiVersion: 'pool.kubevirt.io/v1beta1',
    kind: 'VirtualMachinePool',
    metadata: {
      name: 'md-a',
      namespace: 'cluster-demo',
      labels,
      annotations: { ...annotations, 'pulumi.com/waitFor': 'jsonpath={.status.readyReplicas}=2' },
    },
    spec: {
      replicas: 2,
      maxUnavailable: 1,
      selector: { matchLabels: { machine: 'md-a' } },
      scaleInStrategy: { proactive: { selectionPolicy: { sortPolicy: 'DescendingOrder' } } },
      virtualMachineTemplate: {
        metadata: { labels: machineLabels },
        spec: {
          runStrategy: 'Always',
          instancetype: { kind: 'VirtualMachineClusterInstancetype', name: 'standard-2' },
          preference: { kind: 'VirtualMachineClusterPreference', name: 'sockets-advantage' },
          dataVolumeTemplates: [
            {
              metadata: { name: 'md-a-root' },
              spec: {
                source: { registry: { url: 'docker://registry.example/disks/ubuntu:24.04' } },
                storage: {
                  storageClassName: 'fast',
                  accessModes: ['ReadWriteMany'],
                  volumeMode: 'Block',
                  resources: { requests: { storage: '20Gi' } },
                },
              },
            },
          ],
          template: {
            metadata: { labels: machineLabels },
            spec: {
              evictionStrategy: 'LiveMigrateIfPossible',
              topologySpreadConstraints: [
                {
                  maxSkew: 1,
                  topologyKey: 'kubernetes.io/hostname',
                  whenUnsatisfiable: 'ScheduleAnyway',
                  labelSelector: { matchLabels: { machine: 'md-a' } },
                },
              ],
              domain: {
                devices: {
                  disks: [
                    { name: 'root', disk: { bus: 'virtio' } },
                    { name: 'cloudinit', disk: { bus: 'virtio' } },
                  ],
                  interfaces: [{ name: 'default', masquerade: {} }],
                },
              },
              networks: [{ name: 'default', pod: {} }],
              volumes: [
                { name: 'root', dataVolume: { name: 'md-a-root' } },
                {
                  name: 'cloudinit',
                  cloudInitNoCloud: { userData: '#cloud-config\nssh_pwauth: false\n' },
                },
              ],
            },
          },
        },
      },
    },
  });
});

test("lets a pool choose its storage instead of the platform's", async () => {
  const { image } = pool.rootDisk;
  const rootDisk = {
    image,
    sizeGiB: 5,
    className: 'local',
    accessModes: ['ReadWriteOnce' as const],
    volumeMode: 'Filesystem' as const,
  };
  expect(await poolSpec({ rootDisk })).toMatchObject({
    virtualMachineTemplate: {
      spec: {
        dataVolumeTemplates: [
          {
            spec: {
              storage: {
                storageClassName: 'local',
                accessModes: ['ReadWriteOnce'],
                volumeMode: 'Filesystem',
                resources: { requests: { storage: '5Gi' } },
              },
            },
          },
        ],
      },
    },
  });
});

test('lets a pool choose its spread and its pace of updates', async () => {
  const spread = {
    maxSkew: 2,
    topologyKey: 'topology.kubernetes.io/zone',
    whenUnsatisfiable: 'DoNotSchedule' as const,
  };
  expect(await poolSpec({ name: 'md-b', spread, maxUnavailable: 3 })).toMatchObject({
    maxUnavailable: 3,
    virtualMachineTemplate: {
      spec: {
        template: {
          spec: {
            topologySpreadConstraints: [
              { ...spread, labelSelector: { matchLabels: { machine: 'md-b' } } },
            ],
          },
        },
      },
    },
  });
});

test.each([
  [3, 'jsonpath={.status.readyReplicas}=3'],
  [0, 'jsonpath={$[?(@.labelSelector && !@.replicas)]}'],
])('waits until a pool of %i is complete', async (replicas, expression) => {
  const recording = await record({ ...pool, replicas });
  expect(named(recording, 'demo-pool-md-a-machines').inputs.metadata).toMatchObject({
    annotations: { 'pulumi.com/waitFor': expression },
  });
});

test('says where its machines are and what they are called', async () => {
  const { result } = await record(pool, { ...pool, name: 'md-b', replicas: 0 });
  expect(result.namespace).toBe('cluster-demo');
  expect(result.pools).toEqual([
    { name: 'md-a', replicas: 2, machines: ['md-a-0', 'md-a-1'] },
    { name: 'md-b', replicas: 0, machines: [] },
  ]);
});
