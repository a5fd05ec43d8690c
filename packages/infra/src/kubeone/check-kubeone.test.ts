// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '@strata/contracts';
import { supportWindows } from '@strata/contracts/compatibility';
import { checkKubeone } from './check-kubeone.ts';
import { checkUpgrade } from './check-upgrade.ts';
import { kubeoneRelease } from './kubeone-releases.ts';
import { planes, testConfig, worker } from './test-config.ts';

type Loose = Readonly<Record<string, unknown>>;

const problems = (kubeone: Loose = {}, others: Loose = {}) =>
  checkKubeone(testConfig(kubeone, others), 'rack-a').map(
    ({ path, message }) => `${formatPath(path)}: ${message}`,
  );

test('accepts a valid configuration', () => {
  expect(problems()).toEqual([]);
  expect(problems({}, { hosts: [planes[0]] })).toEqual([]);
  expect(problems({ allowReset: true, allowResetOf: 'rack-a' })).toEqual([]);
});

test('accepts what kubeadm does not see with Cilium, whose operator shares the pod addresses', () => {
  expect(problems({ network: { podSubnet: '11.0.0.0/8', nodePrefixLength: 25 } })).toEqual([]);
});

test('accepts an IPv6 address for SSH', () => {
  const hosts = [{ ...planes[0], publicAddress: '2001:db8::10' }];
  expect(problems({}, { hosts })).toEqual([]);
});

const twice = [...planes, { ...worker, name: 'metal-0', publicAddress: '192.0.2.11' }];

test('accepts credentials of Docker Hub, which containerd looks up by the name of its server', () => {
  const hub = { mirrors: ['https://registry-1.docker.io'], username: 'me', password: 'hush' };
  expect(problems({ containerd: { registries: { 'registry-1.docker.io': hub } } })).toEqual([]);
});

test.each<[string, Loose, Loose, string[]]>([
  [
    'two control planes',
    {},
    { hosts: planes.slice(0, 2) },
    ['hosts: 2 hosts have the role control-plane; etcd keeps a quorum with 1, 3 or 5'],
  ],
  [
    'a host twice',
    {},
    { hosts: twice },
    [
      'hosts[3].name: hosts[0] has metal-0 already',
      'hosts[3].publicAddress: hosts[1] has 192.0.2.11 already',
    ],
  ],
  [
    'a Kubernetes that KubeOne does not install',
    { version: '1.33.4' },
    {},
    ['kubeone.version: KubeOne 1.14 installs Kubernetes 1.34 to 1.36, not 1.33'],
  ],
  [
    'a Kubernetes that no release runs on',
    { version: '1.36.0' },
    {},
    ['kubeone.version: no release of the platform runs on Kubernetes 1.36; the newest is 1.35'],
  ],
  [
    'an endpoint that is one of the hosts',
    { apiEndpoint: { host: '10.0.0.11' } },
    {},
    [
      'kubeone.apiEndpoint.host: is the address of metal-1 alone, and the API would end with that ' +
        'host; give a load balancer or a virtual address in front of all control planes',
    ],
  ],
  [
    'subnets with a common address',
    { network: { podSubnet: '10.96.0.0/16' } },
    {},
    [
      'kubeone.network.serviceSubnet: has addresses of podSubnet 10.96.0.0/16; give ranges without ' +
        'a common address',
    ],
  ],
  [
    'hosts inside a subnet',
    { network: { podSubnet: '192.0.2.0/23' }, apiEndpoint: { host: '10.9.0.1' } },
    { hosts: [planes[0], worker] },
    [
      'hosts[1].publicAddress: 192.0.2.13 is in kubeone.network.podSubnet 192.0.2.0/23; give another range',
    ],
  ],
  [
    'too few addresses for all nodes',
    { network: { podSubnet: '10.244.0.0/23' } },
    {},
    [
      'kubeone.network.podSubnet: 10.244.0.0/23 has room for 2 nodes with a /24 each, there are 4 ' +
        'hosts; give a shorter prefix',
    ],
  ],
  [
    'more Services than Kubernetes takes',
    { network: { serviceSubnet: '11.0.0.0/8' } },
    {},
    [
      'kubeone.network.serviceSubnet: 11.0.0.0/8 has more addresses than Kubernetes takes; take a /12 or a smaller range',
    ],
  ],
  [
    'shares of nodes that are too small for kubeadm',
    { network: { podSubnet: '11.0.0.0/8', nodePrefixLength: 25, cni: { name: 'canal' } } },
    {},
    [
      'kubeone.network.nodePrefixLength: a /25 for each node is more than 16 bits away from 11.0.0.0/8, which kubeadm refuses; take 24 or less, or a smaller podSubnet',
    ],
  ],
  [
    'pod addresses that are fewer than kubeadm takes for one node with Cilium',
    { network: { podSubnet: '10.244.0.0/25', nodePrefixLength: 28 } },
    { hosts: [{ ...planes[0], maxPods: 10 }] },
    [
      'kubeone.network.podSubnet: kubeadm refuses 10.244.0.0/25: with Cilium it counts with a /24 for each node, whatever nodePrefixLength says; take a range from /8 to /24',
    ],
  ],
  [
    'more pod addresses than kubeadm takes with Cilium',
    { network: { podSubnet: '12.0.0.0/7', nodePrefixLength: 20 } },
    {},
    [
      'kubeone.network.podSubnet: kubeadm refuses 12.0.0.0/7: with Cilium it counts with a /24 for each node, whatever nodePrefixLength says; take a range from /8 to /24',
    ],
  ],
  [
    'hosts with an IPv6 address for the other hosts',
    {},
    {
      hosts: [
        { ...planes[0], privateAddress: 'fd00::10' },
        { ...worker, publicAddress: '2001:db8::13' },
      ],
    },
    [
      'hosts[0].privateAddress: fd00::10 is an IPv6 address, and clusters that KubeOne makes here have IPv4; give an IPv4 address as privateAddress (SSH may use IPv6)',
      'hosts[1].privateAddress: 2001:db8::13 is an IPv6 address, and clusters that KubeOne makes here have IPv4; give an IPv4 address as privateAddress (SSH may use IPv6)',
    ],
  ],
  [
    'a subnet that nobody can have',
    { network: { podSubnet: '169.254.0.0/16' } },
    {},
    [
      'kubeone.network.podSubnet: 169.254.0.0/16 overlaps 169.254.0.0/16, the link-local range, where metadata services and node-local DNS are; take a range that nobody has',
    ],
  ],
  [
    'an endpoint in a subnet of the cluster',
    { apiEndpoint: { host: '10.244.0.9' } },
    {},
    [
      "kubeone.apiEndpoint.host: 10.244.0.9 is in kubeone.network.podSubnet 10.244.0.0/16; give an address of the hosts' network",
    ],
  ],
  [
    'more pods on a host than it has addresses for',
    { network: { nodePrefixLength: 24 } },
    { hosts: [planes[0], { ...worker, maxPods: 1000 }] },
    [
      'hosts[1].maxPods: metal-3 may have 1000 pods, and its /24 has room for 253; give fewer pods, or a smaller kubeone.network.nodePrefixLength',
    ],
  ],
  [
    'an option of another CNI',
    { network: { cni: { name: 'canal', hubble: true } } },
    {},
    ['kubeone.network.cni.hubble: is an option of cilium, not of canal'],
  ],
  [
    'a username without a password',
    { containerd: { registries: { 'docker.io': { mirrors: ['https://m'], username: 'me' } } } },
    {},
    ['kubeone.containerd.registries.docker.io: give both username and password, or none of them'],
  ],
  [
    'a login of all registries, which KubeOne drops',
    {
      containerd: {
        registries: { '*': { mirrors: ['https://m'], username: 'me', password: 'hush' } },
      },
    },
    {},
    [
      'kubeone.containerd.registries.*: KubeOne gives containerd no login of "*", for a login belongs to one host; name each registry with its own username and password',
    ],
  ],
  [
    'mirrors in an order that KubeOne does not keep',
    {
      containerd: {
        registries: { 'docker.io': { mirrors: ['https://near.example', 'https://far.example'] } },
      },
    },
    {},
    [
      'kubeone.containerd.registries.docker.io.mirrors: KubeOne sorts mirrors by their URLs, so containerd would ask https://far.example, then https://near.example; give them in that order',
    ],
  ],
  [
    'a port that the only control plane does not listen on',
    { apiEndpoint: { host: '10.0.0.10', port: 443 } },
    { hosts: [planes[0]] },
    [
      'kubeone.apiEndpoint.port: 443 is no port of metal-0, whose API server KubeOne has listen on 6443; give 6443, or the address of a load balancer in front of it',
    ],
  ],
  [
    'a mirror of a server of Docker Hub',
    { containerd: { registries: { 'registry-1.docker.io': { mirrors: ['https://m'] } } } },
    {},
    [
      'kubeone.containerd.registries.registry-1.docker.io: containerd never asks for "registry-1.docker.io": images name it docker.io',
    ],
  ],
  [
    'a reset that allowResetOf does not confirm',
    { allowReset: true },
    {},
    [
      "kubeone.allowResetOf: repeat the cluster's name rack-a to allow that pulumi destroy erases " +
        'it, or remove allowReset',
    ],
  ],
  [
    'a reset that allowResetOf allows for another cluster',
    { name: 'rack-b', allowReset: true, allowResetOf: 'rack-a' },
    {},
    [
      "kubeone.allowResetOf: repeat the cluster's name rack-b to allow that pulumi destroy erases " +
        'it, or remove allowReset',
    ],
  ],
  [
    'allowResetOf without allowReset',
    { allowResetOf: 'rack-a' },
    {},
    ['kubeone.allowResetOf: has no effect without allowReset: true; remove it, or set both'],
  ],
])('refuses %s', (_, kubeone, others, expected) => {
  expect(problems(kubeone, others)).toEqual(expected);
});

test.each([
  ['1.34.4', '1.34.4', []],
  ['1.34.1', '1.34.4', []],
  ['1.34.4', '1.35.0', []],
  [
    '1.34.4',
    '1.36.0',
    [
      'the cluster runs Kubernetes 1.34.4; an update goes one minor at a time: set a version of 1.35 first',
    ],
  ],
  ...['1.34.4', '1.35.0'].map((wanted): [string, string, string[]] => [
    '1.33.4',
    wanted,
    [
      'the cluster runs Kubernetes 1.33.4: update it to 1.34 by hand with KubeOne 1.12 or 1.13, because ' +
        'KubeOne 1.14 of this checkout takes over clusters of Kubernetes 1.34 to 1.36',
    ],
  ]),
  ['1.35.4', '1.35.1', ['the cluster runs Kubernetes 1.35.4, and there is no way back to 1.35.1']],
])('checks an update from %s to %s', (running, wanted, expected) => {
  expect(checkUpgrade(running, wanted).map(({ message }) => message)).toEqual(expected);
});

test('the KubeOne that is driven is the last of the minors of KubeOne', () => {
  const windows = supportWindows.filter(({ part }) => part === 'kubeone');
  expect(windows.at(-1)?.minor).toBe(kubeoneRelease.minor);
});
