// SPDX-License-Identifier: Apache-2.0
import { withValueAt } from '@strata/testing';
import { inspect, issuer, smallest } from './testing/test-cluster-config.ts';

/** Returns the problems of the smallest configuration with another value at a place. */
const problemsAt = (place: string, value: unknown) =>
  inspect(withValueAt(smallest, place, value)).problems;

const machine = {
  preference: 'sockets-advantage',
  rootDisk: { image: 'ubuntu', sizeGiB: 30, ephemeral: false, bus: 'virtio' },
  disks: [],
  volumes: [],
  interfaces: [],
  authorizedKeys: [],
  cloudInit: 'noCloud',
  labels: {},
  taints: [],
  scheduling: {
    spread: [
      { maxSkew: 1, topologyKey: 'kubernetes.io/hostname', whenUnsatisfiable: 'ScheduleAnyway' },
    ],
    nodeSelector: {},
    tolerations: [],
  },
  evictionStrategy: 'LiveMigrateIfPossible',
  drain: { timeoutSeconds: 600, shutdownSeconds: 60 },
};
const finished = { generation: 1, phase: 'finish' };

test('what is not said has a default', () => {
  const { problems, valid } = inspect(smallest);
  expect(problems).toEqual([]);
  expect(valid).toEqual({
    extends: [],
    kubernetes: {
      version: '1.35.4',
      podCidr: '10.100.0.0/16',
      serviceCidr: '10.101.0.0/16',
      dnsDomain: 'cluster.local',
      binaries: {},
      registries: [{ registry: 'docker.io', endpoint: 'https://mirror.example.org' }],
      kubeconfigs: [{ name: 'on-call', role: 'view', lifetimeDays: 30 }],
      kubelet: { requestServingCertificates: false, maxPods: 110 },
    },
    controlPlane: {
      ...machine,
      replicas: 1,
      endpoint: { address: '203.0.113.2', alternativeNames: [] },
      etcdDisk: { sizeGiB: 8 },
    },
    pools: [
      {
        ...machine,
        name: 'md-a',
        replicas: 2,
        maxUnavailable: 1,
        maxSurge: 1,
        minReadySeconds: 0,
        joinSeconds: 3600,
        disks: [{ name: 'data', kind: 'data', bus: 'virtio' }],
        volumes: [{ name: 'ca', kind: 'configMap', object: 'ca' }],
        interfaces: [{ network: 'backbone', addresses: 'dhcp' }],
        taints: [{ key: 'a', effect: 'NoSchedule' }],
        scheduling: {
          ...machine.scheduling,
          tolerations: [{ key: 'a', operator: 'Equal' }],
        },
        dnsConfig: { options: [{ name: 'ndots', value: '1' }] },
      },
    ],
    network: {
      binding: 'bridge',
      ipPreservingCni: false,
      dns: { searches: [], ndots: 1 },
      ntp: [],
      vlans: [{ name: 'own', bridge: 'br1', vlan: 7, macSpoofCheck: true }],
    },
    cni: {
      type: 'cilium',
      tunnelPort: 8473,
      kubeProxyReplacement: false,
      policyEnforcement: 'default',
    },
    isolation: {
      registries: { ports: [80, 443] },
      restrictControllers: true,
      customNetworkPolicies: [],
    },
    quota: {
      enabled: true,
      loadBalancers: 10,
      loadBalancerPorts: 16,
      volumes: { count: 50, sizeGiB: 500, snapshots: 100 },
      headroom: { cpu: 0, memoryGiB: 0, pods: 10 },
    },
    storage: { snapshots: false },
    cloud: {
      loadBalancers: true,
      zones: true,
      hostLabels: [],
      selectorless: false,
      legacyLabels: {},
    },
    access: {
      ssh: { via: 'none', authorizedKeys: [], user: 'strata' },
      nodeMetrics: true,
      generation: 1,
    },
    keys: {
      serviceAccount: finished,
      encryption: finished,
      authority: finished,
      etcdAuthority: finished,
      frontProxyAuthority: finished,
    },
    deletion: { protect: true, volumes: 'retain', unreachable: 'fail' },
    hibernated: false,
    backup: {
      schedule: '0 */6 * * *',
      target: { s3: { ...smallest.backup.target.s3, allowHttp: false, region: 'us-east-1' } },
      retention: { days: 30 },
      encryption: {},
      volumes: { schedule: '0 2 * * *', retention: { days: 7 } },
    },
    oidc: {
      issuers: [{ ...issuer, scopes: [], claimValidationRules: [] }],
      groups: [{ group: 'sso:team', role: 'view' }],
    },
    audit: {
      level: 'Metadata',
      log: { maxAgeDays: 7, maxBackups: 3, maxSizeMiB: 100 },
      webhook: { url: 'https://audit.example.org' },
    },
    applications: { metricsServer: false },
    delivery: {
      flux: {
        url: 'https://git.example.org/shop',
        ref: { branch: 'main' },
        path: './',
        intervalSeconds: 60,
        prune: true,
      },
    },
  });
});

test('peers, presets and empty groups have no more than they say', () => {
  const { oidc: _, ...rest } = smallest;
  expect(inspect(rest).valid).toMatchObject({ oidc: { issuers: [], groups: [] } });
  for (const nodeAffinityPreset of [{ type: '' }, { type: '', key: '' }]) {
    const { valid } = inspect(withValueAt(smallest, 'pools.0.scheduling', { nodeAffinityPreset }));
    expect(valid).toMatchObject({
      pools: [{ scheduling: { nodeAffinityPreset: { type: '', key: '', values: [] } } }],
    });
  }
});

const pool = 'pools.0';
const ssh = 'access.ssh';
const target = 'backup.target';
const flux = 'delivery.flux';

test.each<[string, ...unknown[]]>([
  ['extends', ['small'], ['a', 'b']],
  ['hibernated', true],
  [`${ssh}.via`, 'bastion', 'node-port', 'load-balancer', 'network'],
  [`${ssh}.user`, 'a', '_', `a${'b'.repeat(31)}`, 'a_b-c9'],
  [`${ssh}.nodePort`, 30_000, 32_767],
  [
    `${ssh}.authorizedKeys`,
    ['ssh-ed25519 AAAA'],
    ['ssh-rsa AAA= ann b'],
    ['ecdsa-sha2-nistp256 A+/=='],
  ],
  [`${ssh}.authorizedKeys`, ['sk-ssh-ed25519@openssh.com AAAA'], ['ecdsa-sha2-nistp384 A']],
  [`${ssh}.authorizedKeys`, ['sk-ecdsa-sha2-nistp256@openssh.com AAAA'], ['ecdsa-sha2-nistp521 A']],
  [`${ssh}.sources`, ['10.0.0.0/8']],
  ['audit.level', 'Request', 'RequestResponse'],
  ['audit.webhook.url', 'https://a', 'https://A-b.c:65535/x.~%/-w'],
  ['audit.webhook.token', '!', '~a'],
  ['cni.type', 'none'],
  ['cni.mtu', 1280, 8950],
  ['cni.tunnelPort', 1024, 29_999],
  ['cni.policyEnforcement', 'always', 'never'],
  ['cloud.hostLabels', ['example.org/rack']],
  ['cloud.legacyLabels', { a: 'b' }, { 'a-1': `a${'b'.repeat(61)}c` }],
  ['controlPlane.etcdDisk', { sizeGiB: 2, className: 'fast' }],
  ['controlPlane.replicas', 1, 3],
  ['controlPlane.peers', { network: 'a', addresses: ['any'] }],
  ['deletion', { protect: false, volumes: 'delete', unreachable: 'skip' }],
  [`${pool}.rootDisk.image`, 'docker://registry.example/disks/ubuntu:24.04', 'a', 'a-b9'],
  [`${pool}.rootDisk.image`, 'pvc://a', 'pvc://a.b-c', 'https://a/b', 'http://a:1/b?c'],
  [`${pool}.rootDisk.bus`, 'scsi', 'sata'],
  [`${pool}.disks.0.kind`, 'empty', 'host'],
  [`${pool}.disks.0.path`, '/a'],
  [`${pool}.disks.0.type`, 'Disk', 'DiskOrCreate'],
  [`${pool}.disks.0.serial`, 'a', 'A_b-9'.repeat(4)],
  [`${pool}.disks.0.cache`, 'none', 'writethrough', 'writeback'],
  [`${pool}.volumes.0.kind`, 'secret', 'serviceAccount'],
  [`${pool}.volumes.0.serial`, 'A_b-9'.repeat(4)],
  [`${pool}.volumes.0.label`, 'x'],
  [`${pool}.dnsPolicy`, 'None', 'ClusterFirst'],
  [`${pool}.evictionStrategy`, 'LiveMigrate', 'None'],
  [`${pool}.drain`, { timeoutSeconds: 0, shutdownSeconds: 0 }],
  [`${pool}.interfaces.0.name`, 'a'.repeat(40)],
  [`${pool}.interfaces.0.mac`, '02:00:00:00:00:10', 'aA:bb:cc:dd:ee:ff', '00:00:00:00:00:01'],
  [`${pool}.interfaces.0.model`, 'virtio', 'e1000e', 'e1000', 'rtl8139'],
  [`${pool}.interfaces.0.addresses`, 'none'],
  [`${pool}.cloudInit`, 'configDrive', 'ignition'],
  [`${pool}.taints.0.effect`, 'PreferNoSchedule', 'NoExecute'],
  [`${pool}.memoryMiB`, 1],
  [`${pool}.name`, 'a'.repeat(40)],
  [`${pool}.replicas`, 0],
  [`${pool}.maxUnavailable`, 0],
  [`${pool}.maxSurge`, 0],
  [`${pool}.joinSeconds`, 60],
  [
    `${pool}.autoRestart`,
    { unreachableSeconds: 60 },
    { unreachableSeconds: 2_147_483_647, bootSeconds: 60 },
  ],
  [`${pool}.scheduling.spread.0.whenUnsatisfiable`, 'DoNotSchedule'],
  [`${pool}.scheduling.podAffinityPreset`, 'hard', 'soft', ''],
  [`${pool}.scheduling.nodeAffinityPreset`, { type: 'hard', key: 'a' }, { type: '' }],
  [`${pool}.scheduling.priorityClassName`, 'x'],
  ['isolation.registries.ports', [1], [65_535]],
  ['isolation.apiSources', ['fd00::/64']],
  ['keys.encryption', { generation: 100, phase: 'read' }, { phase: 'write' }],
  ['keys.serviceAccount', { generation: 2, phase: 'trust' }, { phase: 'sign' }],
  ['keys.authority', { generation: 2, phase: 'trust' }, { phase: 'sign' }],
  ['keys.etcdAuthority', { generation: 2, phase: 'trust' }, { phase: 'sign' }],
  ['keys.frontProxyAuthority', { generation: 2, phase: 'trust' }, { phase: 'sign' }],
  ['kubernetes.kubeconfigs.0.role', 'edit', 'admin', 'cluster-admin'],
  ['kubernetes.registries.0.registry', 'a', 'a-b.c:65535'],
  ['kubernetes.registries.0.endpoint', 'http://a', 'https://a/b~[]'],
  ['kubernetes.binaries.mirror', 'https://a'],
  ['network.binding', 'masquerade'],
  ['network.mtu', 576, 65_535],
  ['network.ntp', ['time.example.org']],
  ['network.vlans.0.mtu', 1280, 65_535],
  ['oidc.groups.0.role', 'a', 'system:aggregate-to-view', `a${'b'.repeat(251)}c`],
  ['oidc.groups.0.namespaces', ['shop']],
  ['oidc.issuers.0.url', 'https://a', "https://A-b.c:65535/x.~!$&'()*+,;=:@-w/%4F"],
  ['oidc.issuers.0.scopes', ['email']],
  ['oidc.issuers.0.clientId', 'kubernetes'],
  [`${target}.s3.endpoint`, 'https://a', 'https://a-b.c:65535'],
  [`${target}.s3.bucket`, 'abc', `a${'.'.repeat(61)}c`, 'a-9'],
  [`${target}.s3.prefix`, 'a', 'A.b_c-d/e'],
  [`${target}.s3.region`, 'eu-central-1', 'a'.repeat(63)],
  [target, { volume: { sizeGiB: 1, storageClass: 'a.b' } }],
  ['backup.schedule', '59 23 31 12 6', '*/99 1-2/3 1,2 JAN-DEC SUN,SAT', '* * * * *'],
  ['backup.retention', { count: 1 }, { days: 1 }, { count: 1, days: 1 }],
  ['backup.encryption.password', 'a'.repeat(20)],
  [`${flux}.url`, 'https://A-b.c:65535/x.~%+/-w'],
  [`${flux}.ref`, { tag: 'v1.2.0' }, { semver: '>=1.0.0 <2.0.0' }, { branch: '_a./+-b-' }],
  [`${flux}.path`, '.', './', './a', 'a/b/', '.hidden/x.y', './-a'],
  [`${flux}.intervalSeconds`, 30],
  [`${flux}.credentials`, { password: 'a' }, { username: 'a', password: '~!' }],
])('%s may be %j', (place, ...values) => {
  for (const value of values) expect([value, problemsAt(place, value)]).toEqual([value, []]);
});
