// SPDX-License-Identifier: Apache-2.0
import { formatPlanProblem } from './address-plan/index.ts';
import type { EnvironmentFiles } from './address-plan/index.ts';
import { checkHostProfiles } from './check-host-profiles.ts';

const host = (name: string, more: object = {}) => ({
  name,
  role: 'worker',
  publicAddress: '192.0.2.10',
  hostKeys: ['ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIDMjVzzfjlEOGgiBrQQ50Ug9u9oZw1iflPgODq4FquWX'],
  ...more,
});

/** Returns the problems of an environment with two hosts. */
function check(
  hostProfiles: object,
  platform: Readonly<Record<string, unknown>>,
  provisioner = 'kubeone',
  clusters: EnvironmentFiles['clusters'] = [],
): string[] {
  return checkHostProfiles({
    name: 'prod',
    clusters,
    infra: {
      file: 'stacks/infra/Pulumi.prod.yaml',
      config: {
        provisioner,
        hosts: [host('a', { zone: 'rack-a' }), host('b', { labels: { density: 'high' } })],
        kubeone: { version: '1.35.4', apiEndpoint: { host: '192.0.2.9' } },
        hostProfiles,
      },
    },
    platform: { file: 'stacks/kubevirt-stack/Pulumi.prod.yaml', config: platform },
  }).map(formatPlanProblem);
}

const at = 'stacks/infra/Pulumi.prod.yaml: config.infra:hostProfiles';
const other = (key: string) =>
  `(the other: stacks/kubevirt-stack/Pulumi.prod.yaml: config.kubevirt-stack:${key})`;

const fast = { flavors: ['standard', 'high-performance'] };

test('reports hosts without a profile that cannot run the fast flavor', () => {
  expect(check({}, fast)).toEqual([
    `${at}: no host has the profile high-performance, whose kubelet gives machines CPUs of their own, and the size "performance-4" needs them; give it to the hosts that are to run it ${other('flavors[1]')}`,
    `${at}.highPerformance.hugepagesGiB: is 0, and one machine of the size "performance-4" takes 16 GiB of pages of 2 MiB from its host; set what all such machines of a host take together ${other('flavors[1]')}`,
  ]);
  expect(check({}, fast, 'existing')).toEqual([]);
});

// Proves: sizes.numa
test('accepts the profile with its defaults and large pages for the flavor', () => {
  const hosts = { b: 'high-performance' };
  expect(check({ hosts, highPerformance: { hugepagesGiB: 16 } }, fast)).toEqual([]);
  expect(
    check({ hosts, highPerformance: { hugepagesGiB: 16, topologyManager: 'best-effort' } }, fast),
  ).toEqual([
    `${at}.highPerformance.topologyManager: is best-effort, which spreads machines over NUMA nodes, and the size "performance-4" shows its machines the host's own; set restricted or single-numa-node ${other('flavors[1]')}`,
  ]);
});

test('reports a size that does not fit into the huge pages of a host', () => {
  const size = { name: 'large', cpu: 8, memoryGiB: 64, dedicatedCpus: true, hugepages: '2Mi' };
  const profiles = { profile: 'high-performance', highPerformance: { hugepagesGiB: 48 } };
  expect(check(profiles, { ...fast, instancetypes: [size] })).toEqual([
    `${at}.highPerformance.hugepagesGiB: is 48, and one machine of the size "large" takes 64 GiB of pages of 2 MiB from its host; set what all such machines of a host take together ${other('instancetypes[0]')}`,
  ]);
});

const common = { kubevirt: { commonInstancetypes: true } };

/** Returns a user cluster with a pool of a size. */
const clusterOf = (instancetype: string) => ({
  name: 'shop',
  file: 'stacks/user-cluster/Pulumi.prod.shop.yaml',
  config: {
    pools: [{ name: 'md-a', replicas: 1, instancetype, rootDisk: { image: 'ubuntu-24-04' } }],
  },
});

test.each([
  [
    'dedicated CPUs',
    'd1.large',
    {},
    ': no host has the profile high-performance, whose kubelet gives machines CPUs of their own, and the size "d1.large" needs them; give it to the hosts that are to run it',
  ],
  [
    'pages of 2 MiB',
    'm1.large',
    { profile: 'high-performance', highPerformance: { hugepagesGiB: 8 } },
    '.highPerformance.hugepagesGiB: is 8, and one machine of the size "m1.large" takes 16 GiB of pages of 2 MiB from its host; set what all such machines of a host take together',
  ],
])("reports a size of KubeVirt's own that a cluster uses: %s", (_, size, profiles, message) => {
  expect(check(profiles, common, 'kubeone', [clusterOf(size)])).toEqual([
    `${at}${message} (the other: stacks/user-cluster/Pulumi.prod.shop.yaml: config.user-cluster:pools[0].instancetype)`,
  ]);
});

test.each([
  ['none of them', []],
  ['those without needs', [clusterOf('u1.large')]],
  ['one with pages of 1 GiB, which no profile makes', [clusterOf('m1.large1gi')]],
])("accepts KubeVirt's own sizes where clusters use %s", (_, clusters) => {
  expect(check({}, common, 'kubeone', clusters)).toEqual([]);
});

const ksm = (nodeSelector: object) => ({ kubevirt: { ksm: { nodeSelector } } });

test('reports a host on which both the profile and KubeVirt run KSM', () => {
  const dense = { profile: 'high-density' };
  const twice = (names: string) =>
    `${at}.highDensity.ksm: is host, and KubeVirt runs KSM on ${names} as well: each writes over what the other has written; set kubevirt, or select other hosts ${other('kubevirt.ksm')}`;
  expect(check(dense, ksm({}))).toEqual([twice('a, b')]);
  expect(check(dense, ksm({ density: 'high' }))).toEqual([twice('b')]);
  expect(check(dense, ksm({ 'topology.kubernetes.io/zone': 'rack-a' }))).toEqual([twice('a')]);
  expect(check(dense, {})).toEqual([]);
  expect(check({}, ksm({}))).toEqual([]);
});

test('accepts a profile that leaves KSM to KubeVirt only where KubeVirt runs KSM', () => {
  const dense = { profile: 'high-density', highDensity: { ksm: 'kubevirt' } };
  expect(check(dense, ksm({}))).toEqual([]);
  const nobody = (names: string) =>
    `${at}.highDensity.ksm: is kubevirt, and KubeVirt does not run KSM on ${names}; select them by their labels ({} selects all), or set host ${other('kubevirt.ksm')}`;
  expect(check(dense, ksm({ density: 'high' }))).toEqual([nobody('a')]);
  expect(check(dense, {})).toEqual([nobody('a, b')]);
});

// Proves: sizes.hugepages
test('reports pages of 2 MiB that all machines together take and the hosts do not have', () => {
  const clusterWith = (name: string, replicas: number, more: object = {}) => ({
    name,
    file: `stacks/user-cluster/Pulumi.prod.${name}.yaml`,
    config: {
      ...more,
      pools: [
        {
          name: 'md-a',
          replicas,
          instancetype: 'performance-4',
          rootDisk: { image: 'ubuntu-24-04' },
        },
      ],
    },
  });
  const profiles = { profile: 'high-performance', highPerformance: { hugepagesGiB: 32 } };
  const checked = (...counts: readonly [string, number][]) =>
    check(
      profiles,
      fast,
      'kubeone',
      counts.map(([name, replicas]) => clusterWith(name, replicas)),
    );
  expect(checked(['shop', 3], ['api', 1], ['empty', 0])).toEqual([]);
  const asleep = clusterWith('asleep', 9, { hibernated: true });
  expect(check(profiles, fast, 'kubeone', [asleep])).toEqual([]);
  expect(checked(['shop', 3], ['api', 2])).toEqual([
    `${at}.highPerformance.hugepagesGiB: is 32, and 2 hosts have the profile: 64 GiB of pages of 2 MiB, of which machines take 80 ("shop" 48, "api" 32); set more, or give more hosts the profile high-performance (the other: stacks/user-cluster/Pulumi.prod.shop.yaml: config.user-cluster:pools[0].instancetype)`,
  ]);
});
