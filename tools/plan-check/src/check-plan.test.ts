// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { leastProcessorSeconds } from '@strata/testing';
import { stringify } from 'yaml';
import { checkPlan } from './check-plan.ts';

const folders: string[] = [];

afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** Makes a repository with these files, given as objects or as text. */
function repository(files: Readonly<Record<string, unknown>>): string {
  const root = mkdtempSync(join(tmpdir(), 'strata-plan-'));
  folders.push(root);
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), typeof content === 'string' ? content : stringify(content));
  }
  return root;
}

const plan = {
  pods: { ranges: ['10.128.0.0/10'], prefix: 24 },
  services: { ranges: ['10.112.0.0/12'], prefix: 24 },
  endpoints: { ranges: ['192.0.0.0/16'] },
  vlans: { bridge: 'br1', first: 2, last: 4094 },
  tunnelPorts: { first: 8473, last: 19_000 },
  mtu: 1500,
};

/** Returns one of 1,000 clusters, of which no two share anything. */
function cluster(number: number) {
  const block = `${Math.floor(number / 256)}.${number % 256}`;
  const machine = { instancetype: 'standard-2', rootDisk: { image: 'ubuntu', sizeGiB: 30 } };
  return {
    config: {
      'user-cluster:kubernetes': {
        version: '1.35.4',
        podCidr: `10.${128 + Math.floor(number / 256)}.${number % 256}.0/24`,
        serviceCidr: `10.${112 + Math.floor(number / 256)}.${number % 256}.0/24`,
      },
      'user-cluster:controlPlane': { ...machine, endpoint: { address: `192.0.${block}` } },
      'user-cluster:pools': [
        { name: 'md-a', replicas: 3, ...machine, interfaces: [{ network: 'own' }] },
      ],
      'user-cluster:network': { vlans: [{ name: 'own', bridge: 'br1', vlan: 2 + number }] },
      'user-cluster:cni': { type: 'cilium', tunnelPort: 8473 + number },
    },
  };
}

const fileOf = (name: string) => `stacks/user-cluster/Pulumi.prod.${name}.yaml`;

function thousand(): Record<string, unknown> {
  const clusters = Array.from(
    { length: 1000 },
    (_, number) => [fileOf(`c${number}`), cluster(number)] as const,
  );
  return { ...Object.fromEntries(clusters), 'stacks/address-plan/prod.yaml': plan };
}

test('finds no problem in the files of this repository', () => {
  const { failed, lines } = checkPlan(resolve(import.meta.dirname, '../../..'));
  expect({ failed, lines }).toEqual({
    failed: false,
    lines: [
      expect.stringMatching(
        /^Addresses and versions are right: environments \d+, user clusters \d+\.$/,
      ),
    ],
  });
});

test('checks 1,000 clusters without an overlap in less than 2 s, and reports nothing', () => {
  const root = repository(thousand());
  const { result, seconds } = leastProcessorSeconds(() => checkPlan(root));
  expect(result).toEqual({
    lines: ['Addresses and versions are right: environments 1, user clusters 1000.'],
    failed: false,
  });
  expect(seconds).toBeLessThan(2);
});

test('finds the one cluster that overlaps among 1,000', () => {
  const odd = {
    config: {
      ...cluster(7).config,
      'user-cluster:cni': { tunnelPort: 18_000 },
      'user-cluster:network': {},
    },
  };
  const { failed, lines } = checkPlan(repository({ ...thousand(), [fileOf('odd')]: odd }));
  expect(failed).toBe(true);
  expect(lines).toEqual([
    'stacks/ has 3 problems:',
    `${fileOf('c7')}: config.user-cluster:kubernetes.serviceCidr: 10.112.7.0/24 overlaps 10.112.7.0/24, the Services of the cluster "odd" of "prod"; take a range that is not in use (the other: ${fileOf('odd')}: config.user-cluster:kubernetes.serviceCidr)`,
    `${fileOf('c7')}: config.user-cluster:kubernetes.podCidr: 10.128.7.0/24 overlaps 10.128.7.0/24, the pods of the cluster "odd" of "prod"; take a range that is not in use (the other: ${fileOf('odd')}: config.user-cluster:kubernetes.podCidr)`,
    `${fileOf('odd')}: config.user-cluster:controlPlane.endpoint.address: 192.0.0.7 is already used by the API of the cluster "c7" of "prod"; take another (the other: ${fileOf('c7')}: config.user-cluster:controlPlane.endpoint.address)`,
  ]);
});

// Proves: clusters.profiles
test('checks clusters with what they take from profiles, and names the file of a mistake, once', () => {
  const { config } = cluster(2);
  const { 'user-cluster:controlPlane': machines, ...profile } = {
    ...config,
    'user-cluster:network': { vlans: [{ name: 'own', bridge: 'br1', vlan: 'two' }] },
  };
  const own = { 'user-cluster:controlPlane': machines, 'user-cluster:extends': ['small'] };
  const root = repository({
    'stacks/address-plan/prod.yaml': plan,
    'stacks/profiles/small.yaml': { config: profile },
    [fileOf('c1')]: cluster(1),
    [fileOf('c2')]: { config: own },
    [fileOf('c4')]: { config: { ...own, ...cluster(4).config, 'user-cluster:network': {} } },
    [fileOf('c3')]: { config: { ...cluster(3).config, 'user-cluster:extends': ['smal'] } },
  });
  expect(checkPlan(root).lines).toEqual([
    'stacks/ has 2 problems:',
    'stacks/profiles/small.yaml:19: config.user-cluster:network.vlans[0].vlan: expected a VLAN ID from 2 to 4094 (1 is for frames without a tag, those of the hosts among them), got "two"',
    `${fileOf('c3')}: config.user-cluster:extends[0]: there is no stacks/profiles/smal.yaml; did you mean "small"?`,
  ]);
});

// Proves: clusters.cost
test('reports all that is wrong with price files, for no comment could say what a change costs', () => {
  const root = repository({
    'stacks/kubevirt-stack/Pulumi.prod.yaml': { config: {} },
    'stacks/kubevirt-stack/Pulumi.test.yaml': { config: {} },
    'stacks/prices/prod.yaml': {
      currency: 'EURO',
      cpu: 7,
      memoryMiB: 2,
      storageGiB: {},
      address: 3,
    },
    'stacks/prices/test.yaml': 'currency: [\n',
  });
  const { failed, lines } = checkPlan(root);
  expect(failed).toBe(true);
  expect(lines.filter((line) => line.startsWith('stacks/prices/'))).toEqual([
    'stacks/prices/prod.yaml: currency: ISO 4217 has no currency "EURO"; did you mean "EUR"?',
    'stacks/prices/prod.yaml: memoryGiB: missing; expected a price of 0 or more, below 1000000000, with at most 6 decimals',
    'stacks/prices/prod.yaml: memoryMiB: unknown key; did you mean "memoryGiB"?',
    expect.stringMatching(/^stacks\/prices\/test\.yaml: is no YAML: /),
  ]);
});

// Proves: clusters.profiles
test('checks a profile that nobody extends, and does not want all of a cluster in it', () => {
  const root = repository({
    'stacks/profiles/whole.yaml': { config: { 'user-cluster:kubernetes': { version: '1.35.4' } } },
    'stacks/profiles/wrong.yaml': { config: { 'user-cluster:cni': { mtu: 90 } } },
  });
  expect(checkPlan(root).lines).toEqual([
    'stacks/ has 1 problem:',
    'stacks/profiles/wrong.yaml:3: config.user-cluster:cni.mtu: expected a whole number from 1280 to 8950, got 90',
  ]);
});

test('reports values that Pulumi reads as others, and follows merge keys as it does', () => {
  const padded = stringify(cluster(98)).replace('vlan: 100', 'vlan: 0100');
  const { 'user-cluster:pools': pools, ...others } = cluster(7).config;
  const merged = stringify({ config: { ...others, 'user-cluster:pools': pools } })
    .replace('- name: md-a', '- &base\n      name: md-a')
    .concat('    - <<: *base\n      name: md-b\n');
  const root = repository({
    [fileOf('padded')]: padded,
    [fileOf('merged')]: merged,
    'stacks/address-plan/prod.yaml': plan,
    'stacks/profiles/days.yaml': 'config:\n  user-cluster:hibernated: 2027-01-31\n',
  });
  expect(checkPlan(root).lines).toEqual([
    'stacks/ has 3 problems:',
    "stacks/profiles/days.yaml:2: config.user-cluster:hibernated: 2027-01-31 in line 2 is a time for Pulumi; write '2027-01-31'",
    'stacks/profiles/days.yaml:2: config.user-cluster:hibernated: expected true or false, got "2027-01-31"',
    `${fileOf('padded')}: config.user-cluster:network.vlans[0].vlan: 0100 in line 24 is 64 for Pulumi; write 100, or '0100' for a text`,
  ]);
});

test('names files that are not YAML, have an unusable name, or have no plan', () => {
  const root = repository({
    [fileOf('broken')]: 'config: [',
    [fileOf('list')]: '- 1',
    'stacks/user-cluster/Pulumi.prod.yaml': {},
    [fileOf('fine')]: cluster(1),
    'stacks/kubevirt-stack/Pulumi.empty.yaml': { config: {} },
  });
  const { lines } = checkPlan(root);
  expect(lines).toEqual([
    'stacks/ has 6 problems:',
    'stacks/user-cluster/Pulumi.prod.yaml: unusable name; it must be Pulumi.<environment>.<cluster>.yaml',
    expect.stringMatching(/^stacks\/user-cluster\/Pulumi\.prod\.broken\.yaml: is no YAML: .+/),
    `${fileOf('list')}: is no mapping`,
    'stacks/kubevirt-stack/Pulumi.empty.yaml: config.kubevirt-stack:metallb: missing; expected a mapping with pools',
    'stacks/address-plan/prod.yaml: missing; the clusters of "prod" choose from it: docs/address-plan.md says how',
    'stacks/kubevirt-stack/Pulumi.empty.yaml: config.kubevirt-stack:release: missing; write v1.8, which the platform has without it. A newer Strata may have another default, which would update KubeVirt, and there is no way back',
  ]);
});

test('reports versions in the files that do not go together', () => {
  const images = [{ name: 'old', os: 'ubuntu', version: '20.04', registry: 'docker://x/y:1' }];
  const addresses = ['192.0.0.0/16'];
  const platform = {
    config: {
      'kubevirt-stack:release': 'v1.9',
      'kubevirt-stack:images': images,
      'kubevirt-stack:metallb': { pools: [{ name: 'all', addresses, autoAssign: false }] },
    },
  };
  const { config } = cluster(1);
  const [pool] = config['user-cluster:pools'];
  const behind = { ...pool, rootDisk: { image: 'old' }, kubernetesVersion: '1.33.1' };
  const kubernetes = { ...config['user-cluster:kubernetes'], version: '1.36.0' };
  const odd = { ...config, 'user-cluster:pools': [behind], 'user-cluster:kubernetes': kubernetes };
  const infra = {
    config: { 'infra:kubeone': { version: '1.36.1', apiEndpoint: { host: '198.51.100.1' } } },
  };
  const { lines } = checkPlan(
    repository({
      'stacks/address-plan/prod.yaml': plan,
      'stacks/infra/Pulumi.prod.yaml': infra,
      'stacks/kubevirt-stack/Pulumi.prod.yaml': platform,
      [fileOf('odd')]: { config: odd },
    }),
  );
  const at = `${fileOf('odd')}: config.user-cluster`;
  expect(lines).toEqual([
    'stacks/ has 5 problems:',
    'stacks/kubevirt-stack/Pulumi.prod.yaml: config.kubevirt-stack:release: CDI 1.65.0 and Kubernetes of the infra cluster 1.36.1 do not go together: CDI 1.65 is made for up to 1.35',
    `${at}:kubernetes.version: the cloud controller manager 0.6.0 and Kubernetes of the user cluster 1.36.0 do not go together: the cloud controller manager 0.6 is made for 1.34 to 1.35`,
    `${at}:pools[0]: Kubernetes of the user cluster 1.36.0 and ubuntu 20.04 do not go together: kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image`,
    `${at}:pools[0]: Cilium 1.20.2 and ubuntu 20.04 do not go together: Cilium needs Linux 5.10 or later, this system has an older one; take a newer image`,
    `${at}:pools[0]: Kubernetes of a pool, 1.33.1, and of its control plane, 1.36.0, do not go together: a pool may stay one minor behind; update the pool first`,
  ]);
});

test('reports a Kubernetes of an infra cluster that KubeOne does not install', () => {
  const infra = {
    config: { 'infra:kubeone': { version: '1.33.1', apiEndpoint: { host: '198.51.100.1' } } },
  };
  const pools = [{ name: 'all', addresses: ['192.0.0.0/16'], autoAssign: false }];
  const platform = {
    config: { 'kubevirt-stack:release': 'v1.7', 'kubevirt-stack:metallb': { pools } },
  };
  const { lines } = checkPlan(
    repository({
      'stacks/infra/Pulumi.prod.yaml': infra,
      'stacks/kubevirt-stack/Pulumi.prod.yaml': platform,
    }),
  );
  expect(lines).toEqual([
    'stacks/ has 1 problem:',
    'stacks/infra/Pulumi.prod.yaml: config.infra:kubeone.version: KubeOne 1.14 and Kubernetes of the infra cluster 1.33.1 do not go together: KubeOne 1.14 is made for 1.34 to 1.36',
  ]);
});

test('compares the networks of a platform with its optional operators', () => {
  const policy = {
    name: 'fast',
    resourceName: 'fast',
    nicSelector: { vendor: '15b3' },
    numVfs: 8,
  };
  const networks = [{ name: 'fast', type: 'sriov', resourceName: 'openshift.io/fsat' }];
  const { lines } = checkPlan(
    repository({
      'stacks/address-plan/prod.yaml': plan,
      'stacks/kubevirt-stack/Pulumi.prod.yaml': {
        config: { 'kubevirt-stack:release': 'v1.9', 'kubevirt-stack:networks': networks },
      },
      'stacks/addons/Pulumi.prod.yaml': {
        config: {
          'addons:operators': ['node-feature-discovery', 'sriov-network-operator'],
          'addons:sriov': { policies: [policy] },
        },
      },
    }),
  );
  expect(lines).toContainEqual(
    expect.stringContaining('no policy of the SR-IOV operator makes "openshift.io/fsat"'),
  );
});
