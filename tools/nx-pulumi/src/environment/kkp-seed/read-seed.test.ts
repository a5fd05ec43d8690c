// SPDX-License-Identifier: Apache-2.0
import { parse, stringify } from 'yaml';
import { readSeed } from './read-seed.ts';
import { seed } from './testing/seed.ts';

/** Returns a Seed with one datacenter of KubeVirt. */
const seedWith = (kubevirt: object, name = 'halle-2') =>
  stringify({
    apiVersion: 'kubermatic.k8c.io/v1',
    kind: 'Seed',
    metadata: { name: 'europe' },
    spec: { datacenters: { [name]: { spec: { kubevirt } } } },
  });

// Proves: migration.from-kkp-seed
test('a datacenter is named, or the only one of KubeVirt', () => {
  expect(readSeed('seed.yaml', seed, 'leipzig-1').kubevirt).toEqual({ images: {} });
  expect(readSeed('seed.yaml', seedWith({}, 'only')).datacenter).toBe('only');
});

// Proves: migration.from-kkp-seed
test('of several Seeds, in documents or in a list, the one with the datacenter counts', () => {
  const other = seedWith({}, 'oslo').replace('europe', 'north');
  const list = stringify({ apiVersion: 'v1', kind: 'List', items: [parse(other), parse(seed)] });
  for (const text of [`${other}---\n${seed}`, list]) {
    const { datacenter, seed: found } = readSeed('seed.yaml', text, 'halle-2');
    expect([datacenter, found.metadata?.name]).toEqual(['halle-2', 'europe']);
  }
});

// Proves: migration.from-kkp-seed
test('null and empty texts, which the example of KKP is full of, say nothing', () => {
  const kubevirt = {
    dnsPolicy: '',
    dnsConfig: { nameservers: null, options: null, searches: null },
    ccmLoadBalancerEnabled: null,
    infraStorageClasses: [{ name: 'rbd', volumeBindingMode: null, reclaimPolicy: '' }],
  };
  expect(readSeed('seed.yaml', seedWith(kubevirt)).kubevirt).toEqual({
    dnsConfig: {},
    infraStorageClasses: [{ name: 'rbd' }],
  });
});

// Proves: migration.from-kkp-seed
test('merge keys say what they say to KKP, whose reader of YAML has them', () => {
  const text = `apiVersion: kubermatic.k8c.io/v1
kind: Seed
spec:
  datacenters:
    halle-2: &halle
      country: DE
      spec: { kubevirt: &kubevirt { ccmLoadBalancerEnabled: false, ccmZoneAndRegionEnabled: false } }
    oslo:
      <<: *halle
      spec: { kubevirt: { <<: *kubevirt, ccmZoneAndRegionEnabled: true } }
`;
  expect(readSeed('seed.yaml', text, 'oslo')).toMatchObject({
    content: { country: 'DE' },
    kubevirt: { ccmLoadBalancerEnabled: false, ccmZoneAndRegionEnabled: true },
  });
});

// Proves: migration.from-kkp-seed
test.each<[string, string, string | undefined, string]>([
  ['no YAML', 'kind: [x\n', undefined, 'seed.yaml is no YAML: line 2, column 1 (BAD_INDENT).'],
  ['an empty file', '', undefined, 'seed.yaml has no Seed (kubermatic.k8c.io) of KKP.'],
  [
    'a Cluster of KKP',
    'apiVersion: kubermatic.k8c.io/v1\nkind: Cluster\nmetadata: { name: a }\n',
    undefined,
    'seed.yaml has no Seed (kubermatic.k8c.io) of KKP. A Cluster is for "npx strata new cluster ENVIRONMENT NAME --from-kkp".',
  ],
  [
    'a Seed of another product',
    'apiVersion: gardener.cloud/v1\nkind: Seed\nmetadata: { name: a }\n',
    undefined,
    'seed.yaml has no Seed (kubermatic.k8c.io) of KKP.',
  ],
  [
    'several datacenters and none named',
    seed,
    undefined,
    'seed.yaml has several datacenters of kubevirt, and an environment is one of them: say --datacenter with one of "halle-2", "leipzig-1".',
  ],
  [
    'a datacenter that is not there',
    seed,
    'halle-3',
    'seed.yaml has no datacenter "halle-3". Of kubevirt the file has: "halle-2", "leipzig-1".',
  ],
  [
    'a datacenter of another provider',
    seed,
    'cloud',
    'seed.yaml: the datacenter "cloud" is of openstack; only those of kubevirt are translated. Of kubevirt the file has: "halle-2", "leipzig-1".',
  ],
  [
    'no datacenter of KubeVirt',
    'apiVersion: kubermatic.k8c.io/v1\nkind: Seed\nspec: { datacenters: { a: { spec: { aws: {} } } } }\n',
    undefined,
    'seed.yaml has no datacenter of kubevirt; it has: "a".',
  ],
  [
    'no datacenter at all',
    'apiVersion: kubermatic.k8c.io/v1\nkind: Seed\nspec:\n',
    undefined,
    'seed.yaml has no datacenter of kubevirt; it has: none.',
  ],
  [
    'a datacenter of a provider that no KKP has',
    'apiVersion: kubermatic.k8c.io/v1\nkind: Seed\nspec: { datacenters: { a: { spec: { constructor: {} } } } }\n',
    'a',
    'seed.yaml: the datacenter "a" is of no provider; only those of kubevirt are translated. Of kubevirt the file has: none.',
  ],
  [
    'names that a terminal would act upon',
    'apiVersion: kubermatic.k8c.io/v1\nkind: Seed\nspec: { datacenters: { "a\\e[2J": { spec: {} } } }\n',
    undefined,
    String.raw`seed.yaml has no datacenter of kubevirt; it has: "a\u001b[2J".`,
  ],
  [
    'a datacenter in two Seeds',
    `${seed}---\n${seed}`,
    'halle-2',
    'seed.yaml has the datacenter "halle-2" twice; leave one of them in it.',
  ],
])('refuses %s', (_, text, asked, message) => {
  expect(() => readSeed('seed.yaml', text, asked)).toThrow(new Error(message));
});

// Proves: migration.from-kkp-seed
test('an anchor within its own value is no YAML that Kubernetes takes', () => {
  const text = 'kind: Seed\nspec: &spec { datacenters: { a: { spec: { kubevirt: *spec } } } }\n';
  expect(() => readSeed('seed.yaml', text)).toThrow(
    'seed.yaml is no YAML: an anchor is in its own value.',
  );
});

// Proves: migration.from-kkp-seed
test('everything that is wrong with a datacenter is said at once, each with its path', () => {
  const kubevirt = {
    dnsConfig: { nameservers: ['dns.example.org'], options: [{ value: '2' }] },
    // The cidr beside its ipBlock, as it stands in a page of KKP: the policy would be about everybody.
    customNetworkPolicies: [
      { name: 'a', spec: { ingress: [{ from: [{ ipBlock: null, cidr: '10.7.0.0/16' }] }] } },
    ],
    images: { http: { operatingSystems: { ubuntu: { '22.04': 'ftp://u:hush@example.org/a' } } } },
    infraStorageClasses: [
      { name: 'rbd', isDefaultClass: true },
      { name: 'cephfs', volumeBindingMode: 'Late' },
      { isDefaultClass: 'yes' },
    ],
    ccmZoneAndRegionEnabled: 'no',
  };
  const at = 'spec.datacenters.halle-2.spec.kubevirt';
  expect(() => readSeed('seed.yaml', seedWith(kubevirt))).toThrow(
    new Error(
      [
        'seed.yaml cannot be translated:',
        `${at}.dnsConfig.nameservers[0]: expected an address like "10.0.0.53" without a port, got "dns.example.org"`,
        `${at}.dnsConfig.options[0].name: missing; expected the name of an option of resolv.conf`,
        `${at}.customNetworkPolicies[0].spec.ingress[0].from[0].cidr: unknown key; belongs into customNetworkPolicies[0].spec.ingress[0].from[0].ipBlock`,
        `${at}.customNetworkPolicies[0].spec.ingress[0].from[0]: names nobody; say podSelector, namespaceSelector or ipBlock`,
        `${at}.images.http.operatingSystems.ubuntu.22.04: expected an address that begins with http://, https:// or docker://, got "ftp://...@example.org/a"`,
        `${at}.infraStorageClasses[1].volumeBindingMode: expected one of "Immediate", "WaitForFirstConsumer", got "Late"`,
        `${at}.infraStorageClasses[2].name: missing; expected a name of lower-case letters, digits, dashes and dots`,
        `${at}.infraStorageClasses[2].isDefaultClass: expected true or false, got "yes"`,
        `${at}.ccmZoneAndRegionEnabled: expected true or false, got "no"`,
      ].join('\n  '),
    ),
  );
});

// Proves: migration.from-kkp-seed
test('names that no image and no class inside a cluster can have are refused', () => {
  const address = 'docker://registry.example.org/ubuntu:24.04';
  const kubevirt = {
    images: { http: { operatingSystems: { ubuntu: { '24.04 LTS': address }, '': {} } } },
    infraStorageClasses: [
      { name: 'a'.repeat(54) },
      { name: 'b'.repeat(55) },
      { name: 'c'.repeat(55), volumeProvisioner: 'infra-csi-driver' },
      { name: 'RBD' },
    ],
  };
  const at = 'spec.datacenters.halle-2.spec.kubevirt';
  expect(() => readSeed('seed.yaml', seedWith(kubevirt))).toThrow(
    new Error(
      [
        'seed.yaml cannot be translated:',
        `${at}.images.http.operatingSystems.ubuntu["24.04 LTS"]: wrong key; expected a version like "24.04"`,
        `${at}.images.http.operatingSystems[""]: wrong key; expected an operating system like "ubuntu"`,
        `${at}.infraStorageClasses[1].name: has more than 54 letters, and the class inside is called "kubevirt-" and this`,
        `${at}.infraStorageClasses[3].name: expected a name of lower-case letters, digits, dashes and dots, got "RBD"`,
      ].join('\n  '),
    ),
  );
});

// Proves: migration.from-kkp-seed
test('two of a name and two defaults are refused, each with its path', () => {
  const rule = { ports: [{ protocol: 'UDP', port: 123 }] };
  const policy = { name: 'ntp', spec: { egress: [rule] } };
  const kubevirt = {
    customNetworkPolicies: [policy, policy],
    infraStorageClasses: [
      { name: 'cephfs' },
      { name: 'rbd', isDefaultClass: true },
      { name: 'rbd', isDefaultClass: true },
    ],
    infraVolumeSnapshotClasses: [
      { infraVolumeSnapshotClass: 'a', isDefaultClass: true },
      { infraVolumeSnapshotClass: 'b', isDefaultClass: true },
    ],
  };
  const at = 'spec.datacenters.halle-2.spec.kubevirt';
  expect(() => readSeed('seed.yaml', seedWith(kubevirt))).toThrow(
    new Error(
      [
        'seed.yaml cannot be translated:',
        `${at}.customNetworkPolicies[1].name: the entry 0 of the list is called "ntp" already`,
        `${at}.infraStorageClasses[2].name: the entry 1 of the list is called "rbd" already`,
        `${at}.infraStorageClasses[2].isDefaultClass: the entry 1 of the list is the default already`,
        `${at}.infraVolumeSnapshotClasses[1].isDefaultClass: the entry 0 of the list is the default already`,
      ].join('\n  '),
    ),
  );
});
