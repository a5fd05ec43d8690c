// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from './config/index.ts';
import type { PlatformArgs } from './platform.ts';
import { loadRelease, releaseNamed } from './release/load-release.ts';
import { testConfig } from './test-config.ts';
import { releaseOf } from './virtualization/gate-release.ts';
import { resolveFeatureGates } from './virtualization/resolve-feature-gates.ts';

const digest = 'sha256:5b1f3a0c7d9e24688f0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60';

const kubevirt = {
  featureGates: ['CPUManager', 'HostDevices', 'Sidecar'],
  migrations: { parallelMigrationsPerCluster: 8, network: 'moves' },
  ksm: { nodeSelector: {} },
  permittedHostDevices: {
    pciHostDevices: [{ pciVendorSelector: '144d:a80a', resourceName: 'samsung.com/nvme' }],
  },
  infra: { nodeSelector: { role: 'infra' }, replicas: 3 },
  workloads: { tolerations: [{ key: 'vm', operator: 'Exists' }] },
  commonInstancetypes: true,
  imagePullSecrets: ['mirror'],
};

const cdi = {
  importProxy: { HTTPSProxy: 'http://user:word@proxy.example.org:3128' },
  insecureRegistries: ['registry.example.org:5000'],
  imagePullSecrets: ['mirror'],
};

const images = [
  {
    name: 'ubuntu-24-04',
    os: 'ubuntu',
    version: '24.04',
    registry: 'docker://quay.io/containerdisks/ubuntu:24.04',
    sizeGiB: 20,
    instancetype: 'standard-2',
    preference: 'sockets-advantage',
  },
  {
    name: 'flatcar',
    os: 'flatcar',
    version: '4230.2.1',
    http: { url: 'https://images.example.org/flatcar.img', checksum: digest },
    sizeGiB: 10,
  },
];

const networks = [
  { name: 'storage', type: 'vlan', bridge: 'br1', vlan: 100 },
  { name: 'raw', type: 'bridge', bridge: 'br2', bridgeMarker: true },
  { name: 'fast', type: 'sriov', resourceName: 'openshift.io/fast', guestTagging: true },
  { name: 'moves', type: 'vlan', bridge: 'br1', vlan: 7, use: 'migration', range: '10.7.0.0/24' },
];

const metallb = {
  pools: [
    { name: 'default', addresses: ['10.0.0.10-10.0.0.20'], announce: 'both' },
    { name: 'demo', addresses: ['10.0.1.0/28'], boundTo: 'demo' },
  ],
  bgp: {
    peers: [
      { name: 'tor', myASN: 64512, peerASN: 64513, peerAddress: '10.0.0.1', password: 'hush' },
    ],
  },
};

const monitoring = {
  prometheus: { remoteWrite: { url: 'https://metrics.example.org/write', bearerToken: 'hush' } },
  alertmanager: { config: '{ route: { receiver: nobody }, receivers: [{ name: nobody }] }' },
  grafana: { adminPassword: 'hush hush hush', allowFrom: ['ingress'] },
};

/** Returns a configuration with every part of the platform on, for unit tests. */
export function everythingOn(values: Readonly<Record<string, unknown>> = {}): KubevirtStackConfig {
  return testConfig({
    kubevirt,
    cdi,
    storageProfiles: [{ storageClass: 'fast', cloneStrategy: 'snapshot' }],
    images,
    networks,
    metallb,
    flavors: ['standard', 'high-density', 'high-performance'],
    instancetypes: [{ name: 'large', cpu: 16, memoryGiB: 64 }],
    preferences: [{ name: 'cores-advantage', cpuTopology: 'cores' }],
    monitoring,
    ...values,
  });
}

/**
 * Returns the arguments that the program would pass to Platform, from the release's own manifests,
 * for unit tests.
 */
export function platformArgs(config: KubevirtStackConfig): PlatformArgs {
  const release = loadRelease(releaseNamed(config.release));
  const { featureGates: enabled, disabledFeatureGates: disabled } = config.kubevirt;
  return {
    environment: 'sandbox',
    config,
    release,
    featureGates: resolveFeatureGates(
      { enabled, disabled },
      releaseOf(release.kubevirt.version),
      '1.34.0',
    ),
    kubeconfig: 'hush',
  };
}
