// SPDX-License-Identifier: Apache-2.0
import { withValueAt } from '@strata/testing';
import { backups, host, hostKey, inspect, smallest } from './testing/test-infra-config.ts';

/** Returns the problems of the smallest configuration with another value at a place. */
const problemsAt = (place: string, value: unknown) =>
  inspect(withValueAt(smallest, place, value)).problems;

test('what is not said has a default', () => {
  const { problems, valid } = inspect(smallest);
  expect(problems).toEqual([]);
  expect(valid).toEqual({
    provisioner: 'kubeone',
    hosts: [{ ...host, labels: {}, annotations: {} }],
    ssh: {
      username: 'root',
      port: 22,
      bastion: { address: '192.0.2.8', port: 22, hostKeys: [hostKey] },
    },
    kubeone: {
      version: '1.34.4',
      apiVersion: 'v1beta2',
      apiEndpoint: { host: '192.0.2.9', port: 6443, alternativeNames: [] },
      network: {
        podSubnet: '10.244.0.0/16',
        serviceSubnet: '10.96.0.0/12',
        nodePrefixLength: 24,
        cni: { name: 'cilium', kubeProxyReplacement: false, hubble: false, mtu: 1450 },
      },
      changedByHand: [],
      containerd: {
        registries: {
          'docker.io': {
            mirrors: ['https://mirror.example.org'],
            overridePath: false,
            insecureSkipVerify: false,
          },
        },
      },
      imageRegistry: { overwrite: 'registry.example.org', insecure: false },
      configurePackageRepositories: true,
      features: {
        encryptionAtRest: true,
        auditLog: { enabled: true, maxAgeDays: 30, maxBackups: 3, maxSizeMiB: 100 },
        nodeLocalDns: true,
        metricsServer: true,
      },
      backups: { ...backups, region: 'us-east-1' },
      allowReset: false,
    },
    preflight: {
      resolves: ['registry.k8s.io'],
      iommu: false,
      sriovFunctions: 0,
      diskGB: 30,
      waived: {},
    },
    hostProfiles: {
      profile: 'standard',
      hosts: {},
      highDensity: { swapGiB: 8, swappiness: 60, ksm: 'host', ksmPagesToScan: 1000 },
      highPerformance: {
        reservedCores: 2,
        hugepagesGiB: 0,
        governor: 'performance',
        pinInterrupts: true,
        topologyManager: 'restricted',
      },
    },
    bridges: [{ name: 'br1', uplink: 'eth1', mtu: 1500, vlans: ['2-4094'] }],
    access: { generation: 1, hostDiskClusters: [] },
  });
  const { valid: least } = inspect({ provisioner: 'existing' });
  expect(least).toMatchObject({ hosts: [], bridges: [], ssh: { username: 'root', port: 22 } });
});

const taint = { key: 'a', effect: 'NoSchedule' };
const dense = 'hostProfiles.highDensity';
const fast = 'hostProfiles.highPerformance';
const docker = 'kubeone.containerd.registries.docker/io';

test.each<[string, ...unknown[]]>([
  ['provisioner', 'existing', 'kubeone'],
  ['hosts.0.role', 'control-plane', 'worker'],
  ['hosts.0.publicAddress', '2001:db8::1'],
  ['hosts.0.privateAddress', '10.0.0.1'],
  ['hosts.0.sshUsername', 'ann'],
  ['hosts.0.sshPort', 1, 65_535],
  [
    'hosts.0.hostKeys.0',
    `ssh-rsa ${'A'.repeat(6)}==`,
    `ecdsa-sha2-nistp256 ${'A'.repeat(7)}= root@host`,
    'ecdsa-sha2-nistp384 AAA+',
    'ecdsa-sha2-nistp521 AAA/AAAA',
  ],
  ['hosts.0.region', 'lab'],
  ['hosts.0.zone', 'a'],
  ['hosts.0.labels', { 'example.org/a': 'b' }],
  ['hosts.0.annotations', { 'example.org/a': 'any text: of it' }],
  ['hosts.0.taints', [], [taint], [{ ...taint, value: 'x', effect: 'PreferNoSchedule' }]],
  ['hosts.0.taints', [{ ...taint, effect: 'NoExecute' }]],
  ['hosts.0.maxPods', 1],
  ['ssh.privateKeyFile', '/root/.ssh/id', '~/.ssh/id'],
  ['ssh.username', 'ann'],
  ['ssh.port', 1, 65_535],
  ['ssh.bastion.username', 'ann'],
  ['kubeone.apiEndpoint.port', 1, 65_535],
  ['kubeone.apiEndpoint.alternativeNames', ['api.example.org']],
  ['kubeone.network.podSubnet', '10.0.0.0/8', '0.0.0.0/0', '10.244.0.0/32'],
  ['kubeone.network.nodePrefixLength', 8, 30],
  ['kubeone.network.cni.name', 'canal', 'external'],
  ['kubeone.network.cni.mtu', 576],
  [
    'kubeone.changedByHand',
    ['apiEndpoint.host', 'apiEndpoint.port', 'network.podSubnet', 'network.serviceSubnet'],
    ['network.nodePrefixLength', 'network.cni.name', 'network.cni.kubeProxyReplacement'],
    ['features.nodeLocalDns', 'features.encryptionAtRest', 'apiEndpoint.alternativeNames'],
  ],
  ['kubeone.containerd.sandboxImage', 'registry.k8s.io/pause:3.10'],
  [
    'kubeone.containerd.registries',
    { '*': { mirrors: ['http://a'] }, 'a.b:5000': { mirrors: ['http://a'] } },
  ],
  [`${docker}.username`, 'ann'],
  [`${docker}.password`, 'p'],
  ['kubeone.imageRegistry.overwrite', 'a-b.example.org/x/y_z', 'a/b'],
  ['kubeone.features.auditLog.policy', 'apiVersion: audit.k8s.io/v1'],
  ['kubeone.features.auditLog.maxAgeDays', 1],
  ['kubeone.backups.repository', 's3:x'],
  ['kubeone.drainMinutes', 1],
  ['kubeone.pkiBackupFile', '/a.tar.gz', '/root/pki.tar.gz'],
  ['kubeone.apiVersion', 'v1beta2'],
  ['existing.kubeconfig', 'apiVersion: v1'],
  ['kubeone.allowResetOf', 'lab'],
  ['preflight.recheck', 'a', `${'a'.repeat(59)}.:+-_`],
  ['preflight.resolves', [], ['a'], ['A-b.c9']],
  ['preflight.sriovFunctions', 0],
  ['preflight.diskGB', 30],
  ['preflight.waived', { swap: 'because' }],
  ['hostProfiles.profile', 'high-density', 'high-performance'],
  ['hostProfiles.hosts', { a: 'standard', b: 'high-performance' }],
  [`${dense}.swapGiB`, 0],
  [`${dense}.swappiness`, 0, 200],
  [`${dense}.ksm`, 'kubevirt'],
  [`${dense}.ksmPagesToScan`, 1],
  [`${fast}.reservedCores`, 1, 2],
  [`${fast}.hugepagesGiB`, 0],
  [`${fast}.governor`, 'schedutil', 'powersave'],
  [`${fast}.topologyManager`, 'best-effort', 'single-numa-node'],
  ['bridges.0.mtu', 1280, 9216],
  ['bridges.0.hosts', ['a'], ['prd-0', 'prd-1']],
  ['access.generation', 1],
  ['access.hostDiskClusters', ['shop']],
])('%s may be %j', (place, ...values) => {
  for (const value of values) expect([value, problemsAt(place, value)]).toEqual([value, []]);
});
