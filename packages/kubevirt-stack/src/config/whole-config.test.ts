// SPDX-License-Identifier: Apache-2.0
import { withValueAt } from '@strata/testing';
import { inspect, smallest } from './testing/test-stack-config.ts';

/** Returns the problems of the smallest configuration with another value at a place. */
const problemsAt = (place: string, value: unknown) =>
  inspect(withValueAt(smallest, place, value)).problems;

const devices = 'kubevirt.permittedHostDevices';
const peer = 'metallb.bgp.peers.0';
const server = 'monitoring.prometheus';
const size = 'instancetypes.0';
const preference = 'preferences.0';

test('groups of keys add nothing to what they say', () => {
  const { problems, valid } = inspect(smallest);
  expect(problems).toEqual([]);
  const { bgp, l2 } = (valid as { metallb: { bgp: object; l2: object } }).metallb;
  expect({ bgp, l2 }).toEqual({ bgp: smallest.metallb.bgp, l2: {} });
  expect(valid).toMatchObject({
    networks: smallest.networks,
    images: smallest.images,
    storageProfiles: smallest.storageProfiles,
    monitoring: {
      alertmanager: { replicas: 1, config: 'route: {}' },
      grafana: { adminPassword: 'twelve letters', allowFrom: [] },
    },
  });
  expect(inspect({ ...smallest, metallb: { ...smallest.metallb, bgp: {} } }).valid).toMatchObject({
    metallb: { bgp: { peers: [] } },
  });
});

test.each<[string, ...unknown[]]>([
  ['release', 'v1.9'],
  ['flavors', [], ['standard', 'high-density', 'high-performance']],
  ['kubevirt.featureGates', ['GPU']],
  ['kubevirt.disabledFeatureGates', ['GPU']],
  ['kubevirt.evictionStrategy', 'None', 'LiveMigrate', 'External'],
  ['kubevirt.cpuModel', 'Haswell'],
  ['kubevirt.cpuAllocationRatio', 1],
  ['kubevirt.memoryOvercommitPercent', 10],
  ['kubevirt.additionalGuestMemoryOverheadRatio', 1, 1.5],
  ['kubevirt.virtualMachineInstancesPerNode', 1],
  ['kubevirt.ksm', { nodeSelector: {} }, { nodeSelector: { a: 'b' } }],
  ['kubevirt.vmRolloutStrategy', 'LiveUpdate', 'Stage'],
  [
    'kubevirt.liveUpdateConfiguration',
    {},
    { maxHotplugRatio: 1, maxCpuSockets: 1, maxGuest: '1Ti' },
  ],
  [
    'kubevirt.workloadUpdateStrategy',
    {
      workloadUpdateMethods: ['LiveMigrate', 'Evict'],
      batchEvictionSize: 1,
      batchEvictionInterval: '1m',
    },
  ],
  ['kubevirt.certificateRotateStrategy', { ca: {}, server: { duration: '1h', renewBefore: '1s' } }],
  ['kubevirt.infra.replicas', 1, 255],
  ['kubevirt.infra.tolerations', [], [{ operator: 'Exists' }]],
  ['kubevirt.workloads', { nodeSelector: { a: 'b' } }],
  ['kubevirt.imagePullSecrets', [], ['a.b']],
  [
    'kubevirt.migrations',
    {},
    {
      parallelMigrationsPerCluster: 1,
      parallelOutboundMigrationsPerNode: 1,
      completionTimeoutPerGiB: 1,
      progressTimeout: 1,
      allowAutoConverge: true,
      allowPostCopy: false,
      allowWorkloadDisruption: true,
      network: 'a'.repeat(253),
    },
  ],
  [
    'kubevirt.migrations.bandwidthPerMigration',
    '1k',
    '12Ki',
    '1M',
    '1Mi',
    '1T',
    '1Ti',
    '1P',
    '1Pi',
  ],
  ['kubevirt.migrations.bandwidthPerMigration', '1E', '1Ei', '1Gi', '1G'],
  [`${devices}.pciHostDevices.0.pciVendorSelector`, 'ABCD:ef01'],
  [`${devices}.pciHostDevices.0.externalResourceProvider`, true],
  [`${devices}.pciHostDevices.0.resourceName`, 'a/b', 'a.b-c/D._-e'],
  [`${devices}.usb.0.selectors.0.vendor`, 'AbCd'],
  ['kubevirt.mediatedDevicesConfiguration.mediatedDeviceTypes', ['nvidia-222']],
  ['multus.resources', { limits: { cpu: '2', memory: '1Gi' }, requests: { cpu: '0.5' } }],
  ['cdi.podResourceRequirements.limits.cpu', '750m', '10', '1.25', '1.25m'],
  ['cdi.featureGates', []],
  ['cdi.cloneStrategyOverride', 'snapshot', 'csi-clone', 'copy'],
  ['cdi.scratchSpaceStorageClass', 'fast'],
  [
    'cdi.importProxy',
    {},
    { HTTPProxy: 'http://a', HTTPSProxy: 'https://a:1', noProxy: ['a'], trustedCAProxy: 'a.b' },
  ],
  ['cdi.insecureRegistries', ['a:5000']],
  ['cdi.uploadProxyURLOverride', 'a', 'A-b.c:443'],
  ['cdi.filesystemOverhead.global', 0, 1],
  ['cdi.logVerbosity', 1],
  ['cdi.infra', { deploymentReplicas: 1, apiServerReplicas: 1, uploadProxyReplicas: 1 }],
  ['cdi.infra', { nodeSelector: {}, tolerations: [] }],
  ['cdi.workload', {}],
  ['cdi.certConfig', { ca: {}, server: {}, client: { duration: '1h' } }],
  ['cdi.imagePullSecrets', ['a']],
  ['cdi.tlsSecurityProfile', 'Old', 'Intermediate', 'Modern'],
  ['storageProfiles.0.cloneStrategy', 'copy'],
  ['storageProfiles.0.snapshotClass', 'a.b'],
  ['storageProfiles.0.dataImportCronSourceFormat', 'pvc', 'snapshot'],
  [
    'storageProfiles.0.claimPropertySets',
    Array.from({ length: 8 }, () => ({ accessModes: ['ReadWriteOnce'], volumeMode: 'Block' })),
  ],
  [
    'tenants.serviceAnnotations',
    [],
    ['example.org/team'],
    ['a.b-c/*'],
    ['team'],
    ['a/t_e.a-m*'],
    ['*'],
  ],
  ['tenants.vlans.0.ids', [7, '9-12']],
  ['tenants.vlans.0.boundTo', 'a'.repeat(40)],
  ['tenants.selectorless', ['a'.repeat(40)]],
  ['networks.0.type', 'bridge', 'sriov'],
  ['networks.0.vlanQoS', 0, 7],
  ['networks.0.mtu', 1],
  ['networks.0.resourceName', 'a/b', 'openshift.io/Fast_1.a-b'],
  ['networks.0.linkState', 'auto', 'enable', 'disable'],
  ['networks.0.use', 'machines', 'migration'],
  ['images.0.os', 'a', 'Ubuntu_22.04-x', 'a'.repeat(63)],
  ['images.0.registry', 'docker://quay.io/a:1'],
  ['images.0.http', { url: 'https://a/b', checksum: `sha256:${'0'.repeat(64)}` }],
  ['images.0.schedule', '30 4 * * 6'],
  ['images.0.importsToKeep', 1, 2_147_483_647],
  ['images.0.storage', {}, { className: 'fast' }],
  ['images.0.instancetype', 'a'],
  ['images.0.preference', 'a'],
  ['images.0.pullMethod', 'pod', 'node'],
  ['images.0.secretRef', 'a.b'],
  ['images.0.certConfigMap', 'a.b'],
  ['images.0.waitMinutes', 0, 120],
  ['metallb.mode', 'l2', 'bgp', 'both'],
  ['metallb.excludedHosts', 'skip', 'announce'],
  ['metallb.reserved', ['10.0.0.1']],
  ['metallb.pools.0.avoidBuggyIPs', true],
  ['metallb.pools.0.priority', 1],
  ['metallb.pools.0.boundTo', 'a'.repeat(40)],
  ['metallb.l2.interfaces', ['br1']],
  ['metallb.l2.nodeSelector', { a: 'b' }],
  [`${peer}.myASN`, 1, 4_294_967_295],
  [`${peer}.peerPort`, 1, 16_384],
  [`${peer}.holdTimeSeconds`, 3, 65_535],
  [`${peer}.nodeSelector`, { a: 'b' }],
  ['metallb.bgp.aggregationLength', 1, 32],
  ['metallb.bgp.localPref', 0, 4_294_967_295],
  ['metallb.bgp.communities', ['0:0'], ['12345:65535']],
  [`${server}.retention`, '2y', '1y1w1d1h1m1s', '10y20w30d40h50m60s'],
  [`${server}.storage`, 'none', { className: 'fast', sizeGiB: 2 }],
  [`${server}.retentionSizeGiB`, 1],
  [`${server}.cpu`, 0.1],
  [`${server}.externalLabels`, { _a9: 'b', Z: 'c' }],
  [
    `${server}.remoteWrite`,
    { url: 'http://a', bearerToken: 't' },
    { url: 'http://a', username: 'u', password: 'p' },
  ],
  ['monitoring.grafana.url', 'http://a', 'https://A-b.c:65535/x.~%/-w', 'https://a/'],
  ['monitoring.alerts.hostMemoryPercent', 1, 99],
  [`${size}.hugepages`, '2Mi', '1Gi'],
  [`${size}.overcommitPercent`, 1, 90],
  [`${size}.ioThreadsPolicy`, 'shared', 'auto', 'supplementalPool'],
  [`${size}.hostDevices`, [{ name: 'a', deviceName: 'a/b' }]],
  [`${size}.gpus`, [{ name: 'a', deviceName: 'a/b' }]],
  [`${size}.nodeSelector`, { a: 'b' }],
  [`${size}.annotations`, { 'example.org/a': 'any text: of it' }],
  [`${size}.cpuModel`, 'Haswell'],
  [`${preference}.cpuTopology`, 'sockets', 'cores', 'threads', 'spread'],
  [`${preference}.spreadRatio`, 2],
  [`${preference}.devices.diskBus`, 'virtio', 'scsi', 'sata'],
  [`${preference}.devices.diskCache`, 'none', 'writethrough', 'writeback'],
  [`${preference}.devices.diskIo`, 'native', 'threads'],
  [`${preference}.devices.interfaceModel`, 'virtio', 'e1000e', 'e1000', 'rtl8139'],
  [`${preference}.firmware`, 'bios', 'uefi', 'uefi-secure-boot'],
  [`${preference}.terminationGracePeriodSeconds`, 0],
  [`${preference}.requires`, {}, { cpu: 1, memoryGiB: 1 }],
  [`${preference}.annotations`, { a: 'b' }],
])('%s may be %j', (place, ...values) => {
  for (const value of values) expect([value, problemsAt(place, value)]).toEqual([value, []]);
});
