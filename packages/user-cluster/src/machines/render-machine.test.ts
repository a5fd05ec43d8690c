// SPDX-License-Identifier: Apache-2.0
import { machineGeneration, renderMachine } from './index.ts';
import type { MachineArgs } from './index.ts';
import { testMachine } from './test-cluster.ts';
import type { RawPool, TestChanges } from './test-cluster.ts';

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'strata.dev/environment': 'sandbox',
  'app.kubernetes.io/part-of': 'demo',
  'cluster.x-k8s.io/cluster-name': 'demo',
};
const diskLabels = {
  ...labels,
  'strata.dev/pool': 'md-a',
  'strata.dev/generation': '0a1b2c3d',
};
const machineLabels = { ...diskLabels, 'cluster.x-k8s.io/role': 'worker', machine: 'md-a' };

const fast = {
  storageClassName: 'fast',
  accessModes: ['ReadWriteMany'],
  volumeMode: 'Block',
};

/** Returns the VM as KubeVirt's own controller would make it. */
function instance(pool: RawPool, changes: TestChanges = {}) {
  return renderMachine(testMachine(pool, changes)).template.spec;
}

// Proves: images.default-class, installation.vms-beside-containers, machines.image
// Proves: machines.persistent-boot, machines.template, placement.spread
test('renders a machine from a golden image and an instancetype, with no settings beyond these and the defaults', () => {
  expect(renderMachine(testMachine())).toStrictEqual({
    runStrategy: 'Always',
    instancetype: { kind: 'VirtualMachineClusterInstancetype', name: 'standard-2' },
    preference: { kind: 'VirtualMachineClusterPreference', name: 'sockets-advantage' },
    dataVolumeTemplates: [
      {
        metadata: { name: 'md-a-root-0a1b2c3d', labels: diskLabels },
        spec: {
          sourceRef: { kind: 'DataSource', name: 'ubuntu-24-04', namespace: 'golden-images' },
          storage: { ...fast, resources: { requests: { storage: '20Gi' } } },
        },
      },
    ],
    template: {
      metadata: { labels: machineLabels },
      spec: {
        evictionStrategy: 'LiveMigrateIfPossible',
        terminationGracePeriodSeconds: 690,
        readinessProbe: {
          tcpSocket: { port: 10250 },
          initialDelaySeconds: 5,
          periodSeconds: 5,
          timeoutSeconds: 3,
          failureThreshold: 6,
          successThreshold: 1,
        },
        topologySpreadConstraints: [
          {
            maxSkew: 1,
            topologyKey: 'kubernetes.io/hostname',
            whenUnsatisfiable: 'ScheduleAnyway',
            labelSelector: { matchLabels: { machine: 'md-a' } },
          },
        ],
        dnsPolicy: 'None',
        dnsConfig: { nameservers: ['10.96.0.10'], options: [{ name: 'ndots', value: '1' }] },
        domain: {
          devices: {
            disks: [
              { name: 'root', bootOrder: 1, disk: { bus: 'virtio' } },
              { name: 'cloudinit', disk: { bus: 'virtio' } },
            ],
            interfaces: [{ name: 'default', bridge: {} }],
          },
        },
        networks: [{ name: 'default', pod: {} }],
        volumes: [
          { name: 'root', dataVolume: { name: 'md-a-root-0a1b2c3d' } },
          { name: 'cloudinit', cloudInitNoCloud: { secretRef: { name: 'md-a-0a1b2c3d' } } },
        ],
      },
    },
  });
});

// Proves: machines.auto-restart
test('a pool may have its machines restarted when the port of their kubelet is closed for long', () => {
  const probeOf = (autoRestart: object) => instance({ autoRestart })?.livenessProbe;
  expect(probeOf({ unreachableSeconds: 605 })).toEqual({
    tcpSocket: { port: 10250 },
    initialDelaySeconds: 3600,
    periodSeconds: 10,
    timeoutSeconds: 3,
    failureThreshold: 61,
    successThreshold: 1,
  });
  expect(probeOf({ unreachableSeconds: 60, bootSeconds: 900 })).toMatchObject({
    initialDelaySeconds: 900,
    failureThreshold: 6,
  });
});

// Proves: machines.own-template
test('renders a machine of its own size: every CPU is a socket', () => {
  const spec = renderMachine(testMachine({ instancetype: undefined, cpu: 6, memoryGiB: 12 }));
  expect(spec.instancetype).toBeUndefined();
  expect(spec.template.spec?.domain).toMatchObject({
    cpu: { sockets: 6, cores: 1, threads: 1 },
    memory: { guest: '12Gi' },
  });
});

// Proves: sizes.common-instancetypes
test("accepts KubeVirt's own instancetypes and preferences by their names, with dots", () => {
  const machine = testMachine({ instancetype: 'u1.medium', preference: 'rhel.9' });
  const { instancetype, preference } = renderMachine(machine);
  expect(instancetype).toEqual({ kind: 'VirtualMachineClusterInstancetype', name: 'u1.medium' });
  expect(preference).toEqual({ kind: 'VirtualMachineClusterPreference', name: 'rhel.9' });
});

test('renders memory that is not a whole number of GiB', () => {
  const spec = renderMachine(testMachine({ instancetype: undefined, cpu: 1, memoryMiB: 1536 }));
  expect(spec.template.spec?.domain.memory).toEqual({ guest: '1536Mi' });
});

// Proves: clusters.control-plane
test('a machine of the control plane is ready once its API says so, not when its port is open', () => {
  const probeOf = (change: Partial<MachineArgs>) =>
    renderMachine({ ...testMachine(), ...change }).template.spec?.readinessProbe;
  const pace = { initialDelaySeconds: 5, periodSeconds: 5, failureThreshold: 6 };
  expect(probeOf({ role: 'control-plane', readinessPort: 6443 })).toEqual({
    httpGet: { scheme: 'HTTPS', port: 6443, path: '/readyz' },
    timeoutSeconds: 5,
    successThreshold: 1,
    ...pace,
  });
  expect(probeOf({})).toEqual({
    tcpSocket: { port: 10250 },
    timeoutSeconds: 3,
    successThreshold: 1,
    ...pace,
  });
});

// Proves: machines.etcd-disk-kept
test('numbers the disks of a machine in no pool, and keeps those that outlive it', () => {
  const args: MachineArgs = {
    ...testMachine(),
    role: 'control-plane',
    group: 'cp',
    index: 1,
    readinessPort: 6443,
    persistentDisks: [{ name: 'etcd', dataVolume: 'cp-1-etcd', serial: 'etcd' }],
  };
  const { dataVolumeTemplates, template } = renderMachine(args);
  expect(dataVolumeTemplates?.map(({ metadata }) => metadata)).toEqual([
    {
      name: 'cp-root-0a1b2c3d-1',
      labels: { ...diskLabels, 'strata.dev/pool': 'cp' },
    },
  ]);
  expect(template.spec?.volumes?.[2]).toEqual({
    name: 'etcd',
    dataVolume: { name: 'cp-1-etcd' },
  });
  expect(template.spec?.domain.devices.disks?.[2]).toEqual({
    name: 'etcd',
    serial: 'etcd',
    disk: { bus: 'virtio' },
  });
  // It is behind a Service, and never bridged, whatever binding the workers have.
  expect(template.spec?.domain.devices.interfaces).toEqual([{ name: 'default', masquerade: {} }]);
  expect(template.metadata).toEqual({
    labels: {
      ...machineLabels,
      'cluster.x-k8s.io/role': 'control-plane',
      'strata.dev/pool': 'cp',
      machine: 'cp',
    },
  });
});

// Proves: machines.cloud-init, machines.ignition
test.each([
  ['noCloud', 'cloudInitNoCloud', undefined],
  ['configDrive', 'cloudInitConfigDrive', undefined],
  ['ignition', 'cloudInitConfigDrive', { 'kubevirt.io/placePCIDevicesOnRootComplex': 'true' }],
])('starts a guest by %s', (cloudInit, key, annotations) => {
  const { template } = renderMachine({ ...testMachine({ cloudInit }), networkData: true });
  const secret = { name: 'md-a-0a1b2c3d' };
  expect(template.spec?.volumes?.[1]).toEqual({
    name: 'cloudinit',
    [key]: { secretRef: secret, networkDataSecretRef: secret },
  });
  expect((template.metadata as { annotations?: unknown }).annotations).toEqual(annotations);
});

// Proves: cluster-networks.binding
test('lets a bridged machine migrate where the CNI moves its address, and tells KubeVirt so', () => {
  const { template } = renderMachine(testMachine({}, { network: { ipPreservingCni: true } }));
  expect(template.metadata).toMatchObject({
    annotations: { 'kubevirt.io/allow-pod-bridge-network-live-migration': 'true' },
  });
  const masqueraded = renderMachine(
    testMachine({}, { network: { ipPreservingCni: true, binding: 'masquerade' } }),
  );
  expect(masqueraded.template.metadata).toEqual({ labels: machineLabels });
});

// Proves: cluster-networks.dns
test('gives guests the DNS servers of the configuration instead of those of their pods', () => {
  const dns = { servers: ['192.168.1.53'], searches: ['corp.example'], ndots: 2 };
  expect(instance({}, { network: { dns } })).toMatchObject({
    dnsPolicy: 'None',
    dnsConfig: {
      nameservers: ['192.168.1.53'],
      searches: ['corp.example'],
      options: [{ name: 'ndots', value: '2' }],
    },
  });
});

// Proves: machines.interfaces
test('renders further interfaces: VLANs of the platform and of the cluster, and SR-IOV cards', () => {
  const interfaces = [
    { network: 'storage-net', mac: '02:00:00:AA:00:10', model: 'e1000e' },
    { network: 'fast-net', name: 'fast' },
    { network: 'own' },
    // A check refuses such a configuration before.
    { network: 'unknown' },
  ];
  const vlans = [{ name: 'own', bridge: 'br1', vlan: 200 }];
  const spec = instance({ interfaces }, { network: { vlans } });
  expect(spec?.domain.devices.interfaces).toStrictEqual([
    { name: 'default', bridge: {} },
    { name: 'storage-net', bridge: {}, macAddress: '02:00:00:aa:00:10', model: 'e1000e' },
    { name: 'fast', sriov: {} },
    { name: 'own', bridge: {} },
    { name: 'unknown', bridge: {} },
  ]);
  expect(spec?.networks).toEqual([
    { name: 'default', pod: {} },
    { name: 'storage-net', multus: { networkName: 'platform-networks/storage-net' } },
    { name: 'fast', multus: { networkName: 'platform-networks/fast-net' } },
    { name: 'own', multus: { networkName: 'cluster-demo/own' } },
    { name: 'unknown', multus: { networkName: 'unknown' } },
  ]);
});

// Proves: drains-and-updates.workload-evicted
test('adds up how long a machine may take to shut down', () => {
  const drain = { timeoutSeconds: 100, shutdownSeconds: 20 };
  expect(instance({ drain })?.terminationGracePeriodSeconds).toBe(150);
});

// Proves: cloud-controller.lasting-selectors
test('gives only workers the labels of old load balancers', () => {
  const changes = { cloud: { legacyLabels: { 'web-lb': 'x1' } } };
  expect(renderMachine(testMachine({}, changes)).template.metadata).toEqual({
    labels: { ...machineLabels, 'cloud.kubevirt.io/web-lb': 'x1' },
  });
  const args = { ...testMachine({}, changes), role: 'control-plane' as const };
  expect(renderMachine(args).template.metadata).not.toMatchObject({
    labels: { 'cloud.kubevirt.io/web-lb': 'x1' },
  });
});

// Proves: cloud-controller.lasting-selectors
test('the labels of old load balancers roll every pool', () => {
  const generation = (legacyLabels: Readonly<Record<string, string>>) =>
    machineGeneration(testMachine({}, { cloud: { legacyLabels } }), '');
  expect(generation({ 'web-lb': 'x1' })).not.toBe(generation({}));
});

describe('the generation', () => {
  const generation = (pool: RawPool = {}, userData = '#cloud-config\n') =>
    machineGeneration(testMachine(pool), userData);

  // Proves: machines.rolling
  test('is eight characters that are the same in every run: another generation would replace every machine', () => {
    expect(generation()).toBe('e1ed3a5f');
    expect(
      machineGeneration({ ...testMachine(), generation: 'other' } as never, '#cloud-config\n'),
    ).toBe(generation());
  });

  // Proves: machines.rolling
  test.each<[string, RawPool]>([
    ['the image', { rootDisk: { image: 'docker://registry.example/x:1', sizeGiB: 20 } }],
    ['the root disk', { rootDisk: { image: 'ubuntu-24-04', sizeGiB: 30 } }],
    ['the size', { instancetype: 'standard-4' }],
    ['a disk', { disks: [{ name: 'cache', kind: 'empty', sizeGiB: 1 }] }],
    ['an interface', { interfaces: [{ network: 'storage-net' }] }],
    ['where it runs', { scheduling: { nodeSelector: { rack: '1' } } }],
    ['how long it may take to shut down', { drain: { timeoutSeconds: 1 } }],
  ])('changes with %s', (_, change) => {
    expect(generation(change)).not.toBe(generation());
  });

  test('changes with the user data', () => {
    expect(generation({}, '#cloud-config\nntp: {}\n')).not.toBe(generation());
  });

  // Proves: machines.rolling, machines.scaling
  test.each<[string, RawPool]>([
    ['the number of machines', { replicas: 9 }],
    ['the pace of updates', { maxUnavailable: 2 }],
  ])('does not change with %s', (_, change) => {
    expect(generation(change)).toBe(generation());
  });
});
