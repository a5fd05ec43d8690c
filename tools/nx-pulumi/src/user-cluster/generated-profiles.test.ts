// SPDX-License-Identifier: Apache-2.0
import { createTree } from '@nx/devkit/testing';
import { parse, stringify } from 'yaml';
import { generateUserCluster } from '../index.ts';

const file = 'stacks/user-cluster/Pulumi.lab.one.yaml';

const plan = {
  pods: { ranges: ['10.128.0.0/15'], prefix: 16 },
  services: { ranges: ['10.112.0.0/16'], prefix: 20 },
  endpoints: { ranges: ['10.0.0.10-10.0.0.12'] },
  tunnelPorts: { first: 8473, last: 8480 },
  mtu: 1500,
};

const machine = { instancetype: 'large-4', rootDisk: { image: 'debian-13', sizeGiB: 40 } };

const profiles: Readonly<Record<string, object>> = {
  small: {
    'user-cluster:kubernetes': { version: '1.34.6' },
    'user-cluster:controlPlane': { ...machine, replicas: 1 },
    'user-cluster:pools': [{ name: 'batch', replicas: 1, ...machine }],
    'user-cluster:network': { dns: { servers: ['10.0.0.53'] } },
  },
  sized: { 'user-cluster:controlPlane': { cpu: 4, memoryGiB: 8 } },
  careless: { 'user-cluster:deletion': { protect: false } },
  careful: { 'user-cluster:deletion': { protect: true, volumes: 'retain' } },
  saved: {
    'user-cluster:backup': {
      target: {
        s3: {
          endpoint: 'https://s3.example',
          bucket: 'backups',
          credentials: { secretName: 'backups' },
        },
      },
    },
  },
  wrong: { 'user-cluster:cni': { mtu: 90 } },
};

const images = { 'kubevirt-stack:images': [{ name: 'debian-13', sizeGiB: 20 }] };

/** Makes a cluster in an environment whose platform has one image, and returns its tree. */
function generate(options: object, platform: object = images) {
  const tree = createTree();
  tree.write('stacks/address-plan/lab.yaml', stringify(plan));
  tree.write('stacks/kubevirt-stack/Pulumi.lab.yaml', stringify({ config: platform }));
  for (const [name, config] of Object.entries(profiles)) {
    tree.write(`stacks/profiles/${name}.yaml`, stringify({ config }));
  }
  generateUserCluster(tree, { environment: 'lab', name: 'one', ...options });
  return tree;
}

function written(options: object, platform?: object): unknown {
  const content = parse(generate(options, platform).read(file, 'utf8') ?? '') as {
    readonly config: unknown;
  };
  return content.config;
}

// Proves: clusters.profiles
test('what profiles say is left out of the file of a new cluster, which names them', () => {
  expect(written({ profile: 'small, careless' })).toEqual({
    'user-cluster:extends': ['small', 'careless'],
    'user-cluster:kubernetes': { podCidr: '10.128.0.0/16', serviceCidr: '10.112.0.0/20' },
    'user-cluster:controlPlane': { endpoint: { address: '10.0.0.10' } },
    'user-cluster:network': { mtu: 1500 },
    'user-cluster:cni': { type: 'cilium', tunnelPort: 8473 },
  });
});

// Proves: clusters.pull-requests
test('the cluster of a pull request says its end itself, whatever profiles say', () => {
  const options = { profile: 'small,careful', pullRequest: 'acme/shop#12', expires: '2027-01-31' };
  expect(written(options)).toMatchObject({
    'user-cluster:extends': ['small', 'careful'],
    'user-cluster:deletion': { protect: false, volumes: 'delete', unreachable: 'skip' },
    'user-cluster:expires': '2027-01-31',
    'user-cluster:pullRequest': { repository: 'acme/shop', number: 12 },
  });
});

test('a cluster may have an end without a pull request, and keeps its protection', () => {
  expect(written({ dns: '10.0.0.53', expires: '2027-01-31' })).toMatchObject({
    'user-cluster:deletion': { protect: true },
    'user-cluster:expires': '2027-01-31',
  });
});

test('what is asked for is written, whatever profiles say', () => {
  expect(written({ profile: 'small', kubernetes: '1.35.4', dns: '10.0.0.54' })).toMatchObject({
    'user-cluster:kubernetes': { version: '1.35.4' },
    'user-cluster:network': { dns: { servers: ['10.0.0.54'] } },
  });
});

test('a profile that says CPUs and memory gets no size of the platform beside them', () => {
  const images = [{ name: 'ubuntu-24-04' }];
  const options = { profile: 'sized', dns: '10.0.0.53' };
  const config = written(options, { 'kubevirt-stack:images': images }) as {
    readonly 'user-cluster:controlPlane': object;
  };
  expect(config['user-cluster:controlPlane']).toEqual({
    replicas: 1,
    rootDisk: { image: 'ubuntu-24-04', sizeGiB: 30 },
    endpoint: { address: '10.0.0.10' },
  });
});

test.each([
  [
    { profile: 'smal' },
    'The cluster cannot be made like this:\n  extends[0]: there is no stacks/profiles/smal.yaml; did you mean "small"?',
  ],
  [
    { profile: 'small,wrong' },
    'The cluster cannot be made like this:\n  cni.mtu: expected a whole number from 1280 to 8950, got 90; stacks/profiles/wrong.yaml:3 says it',
  ],
  [
    { profile: 'small', pullRequest: 'acme/shop', expires: '2027-01-31' },
    '--pull-request is "acme/shop", and must be like acme/shop#12.',
  ],
  [
    { profile: 'small', pullRequest: 'acme/../shop#12', expires: '2027-01-31' },
    'The cluster cannot be made like this:\n  pullRequest.repository: expected a repository like "acme/shop", got "acme/../shop"',
  ],
  [
    { profile: 'small', pullRequest: 'acme/shop#12' },
    '--pull-request needs --expires: a day such as 2027-01-31.',
  ],
  [
    { profile: 'small,saved', pullRequest: 'acme/shop#12', expires: '2027-01-31' },
    'The cluster of a pull request is deleted with its keys, without which nobody opens its backups: extend profiles without backup.',
  ],
  [
    { profile: 'small', workers: 3, vlan: true },
    'A profile says pools, and the file of a cluster can only replace all of them: leave out --workers, --vlan, or write the file with them and add extends by hand.',
  ],
])('nothing is written with %j', (options, message) => {
  expect(() => generate(options)).toThrow(new Error(message));
});

test('a neighbour that has its tunnel port of a profile keeps it', () => {
  const tree = createTree();
  tree.write('stacks/address-plan/lab.yaml', stringify(plan));
  const tunnel = { config: { 'user-cluster:cni': { tunnelPort: 8473 } } };
  tree.write('stacks/profiles/tunnel.yaml', stringify(tunnel));
  const neighbour = { config: { 'user-cluster:extends': ['tunnel'] } };
  tree.write('stacks/user-cluster/Pulumi.lab.other.yaml', stringify(neighbour));
  generateUserCluster(tree, {
    environment: 'lab',
    name: 'one',
    image: 'docker://registry.example/disks/ubuntu:24.04',
    dns: '10.0.0.53',
  });
  expect(parse(tree.read(file, 'utf8') ?? '')).toMatchObject({
    config: { 'user-cluster:cni': { tunnelPort: 8474 } },
  });
});
