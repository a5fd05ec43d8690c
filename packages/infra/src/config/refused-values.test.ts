// SPDX-License-Identifier: Apache-2.0
import { withValueAt } from '@strata/testing';
import { hostKey, inspect, smallest } from './testing/test-infra-config.ts';

/** Returns the problems of the smallest configuration with another value at a place. */
const problemsAt = (place: string, value: unknown) =>
  inspect(withValueAt(smallest, place, value)).problems;

const dense = 'hostProfiles.highDensity';
const fast = 'hostProfiles.highPerformance';
const docker = 'kubeone.containerd.registries.docker/io';
const key = 'a host key like "ssh-ed25519 AAAAC3Nz...", as ssh-keyscan prints it after the host';
const anyText = 5;

test.each<[string, string, ...unknown[]]>([
  ['hosts', 'a list of hosts', 'metal-0'],
  ['hosts.0', 'a mapping with name, role, publicAddress and hostKeys', 'metal-0'],
  ['hosts.0.role', 'one of "control-plane", "worker"', 'etcd'],
  ['hosts.0.publicAddress', 'an IP address', 'metal-0', '192.0.2'],
  ['hosts.0.sshPort', 'a port from 1 to 65535', 0, 65_536],
  ['hosts.0.sshUsername', 'the name of a user', anyText],
  ['hosts.0.hostKeys', 'a list of at least one host key, as ssh-keyscan prints them', hostKey],
  [
    'hosts.0.hostKeys.0',
    key,
    'ssh-dss AAAA',
    'ssh-ed25519 AAA',
    'ssh-ed25519 ',
    ` ${hostKey}`,
    `${hostKey}\nmore`,
    `${hostKey} root\nmore`,
    'ecdsa-sha2-nistp512 AAAA',
    'ssh-ed25519 AAAA=',
    'ssh-ed25519 AAA=A',
  ],
  ['hosts.0.annotations', 'a mapping of annotations', 'a=b'],
  ['hosts.0.labels', 'a mapping of labels', 'a=b'],
  ['hosts.0.taints', 'a list of taints', 'a'],
  ['hosts.0.taints', 'a list of taints', 'a=b:NoSchedule'],
  ['hosts.0.taints', 'a mapping with key, value and effect', ['a=b:NoSchedule']],
  ['hosts.0.taints', 'the key of a taint', [{ key: '-a', effect: 'NoSchedule' }]],
  ['hosts.0.annotations', 'text', { a: anyText }],
  ['ssh', 'a mapping with username, port, privateKeyFile and bastion', []],
  ['ssh.username', 'the name of a user', anyText],
  ['ssh.port', 'a port from 1 to 65535', 0, 65_536],
  ['ssh.privateKeyFile', 'an absolute path, or one that begins with "~/"', 'id', 'x/id', '~id'],
  ['ssh.bastion', 'a mapping with address and hostKeys', '192.0.2.8'],
  [
    'ssh.bastion.address',
    'a host name in lower case or an address, without a user and a port, which have keys of their own',
    'root@192.0.2.8',
  ],
  ['ssh.bastion.username', 'the name of a user', anyText],
  ['kubeone', 'a mapping with version and apiEndpoint', '1.34.4'],
  ['kubeone.apiEndpoint', 'a mapping with host', '192.0.2.9'],
  [
    'kubeone.apiEndpoint.host',
    'a host name in lower case or an address, without https:// and without a port, which has a key of its own',
    'https://192.0.2.9',
  ],
  [
    'kubeone.apiEndpoint.alternativeNames',
    'a host name in lower case or an address, without a port',
    ['api:6443'],
  ],
  ['kubeone.apiVersion', '"v1beta2"', 'v1beta1'],
  ['existing', 'a mapping with kubeconfigEnv or kubeconfig', 'KUBECONFIG'],
  ['kubeone.apiEndpoint.port', 'a port from 1 to 65535', 0, 65_536],
  ['kubeone.apiEndpoint.alternativeNames', 'a list of names', 'a'],
  ['kubeone.network', 'a mapping with podSubnet, serviceSubnet and cni', []],
  [
    'kubeone.network.podSubnet',
    'a range of IPv4 addresses like "10.244.0.0/16"',
    '10.244.0.0',
    '10.244.0.0/33',
    '10.244.0.0/016',
    '10.244.0.0/16/',
    '10.244.0.0/x6',
    '10.244.0.0/1x',
    'fd00::/64',
    '/16',
  ],
  ['kubeone.network.serviceSubnet', 'a range of IPv4 addresses like "10.96.0.0/12"', 'x'],
  ['kubeone.network.nodePrefixLength', 'a whole number from 8 to 30', 7, 31, 24.5],
  ['kubeone.network.cni', 'a mapping with name', 'cilium'],
  ['kubeone.network.cni.name', 'one of "cilium", "canal", "external"', 'flannel'],
  ['kubeone.changedByHand', 'a list of settings, such as "network.cni.name"', 'x'],
  ['kubeone.containerd', 'a mapping with registries and sandboxImage', []],
  ['kubeone.containerd.sandboxImage', 'an image', anyText],
  ['kubeone.containerd.registries', 'a mapping from registries to their mirrors', 'x'],
  [docker, 'a mapping with mirrors', 'https://x'],
  [`${docker}.mirrors`, 'a list of at least one URL', 'https://x'],
  [`${docker}.mirrors.0`, 'a URL', 'mirror', 'ftp://mirror', 'xhttp://mirror', 'httpsx://mirror'],
  [`${docker}.username`, 'the name of a user', anyText],
  ['kubeone.imageRegistry', 'a mapping with overwrite', 'x'],
  [
    'kubeone.features',
    'a mapping with encryptionAtRest, auditLog, nodeLocalDns and metricsServer',
    [],
  ],
  ['kubeone.features.auditLog', 'a mapping with enabled and policy', true],
  ['kubeone.features.auditLog.policy', 'an audit policy as YAML', anyText],
  [
    'kubeone.backups',
    'a mapping with repository, password, accessKeyId and secretAccessKey',
    's3:x',
  ],
  ['kubeone.drainMinutes', 'a whole number of 1 or more', 0, 1.5],
  [
    'kubeone.pkiBackupFile',
    'an absolute path that ends in ".tar.gz"',
    'a.tar.gz',
    'x/a.tar.gz',
    '/.tar.gz',
    '/a.tar.gz2',
    '/a.tarxgz',
  ],
  ['preflight', 'a mapping', []],
  [
    'preflight.recheck',
    'at most 64 letters, digits, ".", ":", "+", "-" or "_"',
    '',
    'a b',
    'a'.repeat(65),
    '!a',
  ],
  ['preflight.resolves', 'a list of DNS names', 'a'],
  [
    'preflight.resolves',
    'a DNS name, such as registry.k8s.io',
    ['-a'],
    ['a-'],
    ['a b'],
    ['a_b'],
    [''],
  ],
  ['preflight.sriovFunctions', 'a whole number of 0 or more', -1],
  ['preflight.diskGB', 'a whole number of 30 or more', 29],
  ['preflight.waived', 'a mapping from a requirement to the reason why it is waived', 'x'],
  ['preflight.waived.swap', 'the reason', anyText],
  ['hostProfiles', 'a mapping with profile, hosts, highDensity and highPerformance', []],
  ['hostProfiles.profile', 'one of "standard", "high-density", "high-performance"', 'x'],
  ['hostProfiles.hosts', 'a mapping from hosts to profiles', 'x'],
  [dense, 'a mapping', 'x'],
  [`${dense}.swapGiB`, 'a whole number of GiB of 0 or more', -1],
  [`${dense}.swappiness`, 'a whole number from 0 to 200', -1, 201],
  [`${dense}.ksm`, 'one of "host", "kubevirt"', 'x'],
  [`${dense}.ksmPagesToScan`, 'a whole number of 1 or more', 0],
  [fast, 'a mapping', 'x'],
  [`${fast}.reservedCores`, '1 or 2', 0, 3],
  [`${fast}.hugepagesGiB`, 'a whole number of GiB of 0 or more', -1],
  [`${fast}.governor`, 'one of "performance", "schedutil", "powersave"', 'x'],
  [`${fast}.topologyManager`, 'one of "best-effort", "restricted", "single-numa-node"', 'x'],
  ['bridges', 'a list of bridges', 'br1'],
  ['bridges.0', 'a mapping with name and uplink', 'br1'],
  ['bridges.0.uplink', 'the name of a network card, at most 15 characters', 'a'.repeat(16)],
  ['bridges.0.mtu', 'bytes from 1280 to 9216', 1279, 9217],
  ['bridges.0.vlans', 'a list of VLAN IDs', 'x'],
  ['bridges.0.hosts', 'a list of hosts', 'x'],
  ['bridges.0.hosts', 'the name of a host', ['']],
  ['access', 'a mapping with generation or hostDiskClusters', []],
  ['access.hostDiskClusters', 'a list of names of user clusters', 'shop'],
])('%s: expected %s, got %j', (place, words, ...values) => {
  for (const value of values) {
    expect([value, problemsAt(place, value).map(({ message }) => message)]).toEqual([
      value,
      [
        expect.stringMatching(
          new RegExp(`^expected ${words.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}, got `),
        ),
      ],
    ]);
  }
});

test.each([
  ['existing.kubeconfig', 'the text of a kubeconfig'],
  ['kubeone.containerd.registries.docker/io.password', 'a password'],
])('%s: an empty one is not %s', (place, words) => {
  expect(problemsAt(place, '').map(({ message }) => message)).toEqual([
    expect.stringContaining(`expected ${words}`),
  ]);
});

test.each<[string, unknown, string]>([
  ['repository', '/backups', 'a restic repository like "s3:https://s3.example.org/bucket"'],
  ['repository', 's3:a b', 'a restic repository like "s3:https://s3.example.org/bucket"'],
  ['repository', 'xs3:a', 'a restic repository like "s3:https://s3.example.org/bucket"'],
  ['region', 5, 'the region of the bucket'],
  ['password', 'seven77', 'a text of at least 8 characters'],
  ['accessKeyId', '', 'the id of an access key'],
  ['secretAccessKey', '', 'a secret access key'],
])('backups.%s: %j is none, and is not shown', (name, value, words) => {
  const [problem, ...more] = problemsAt(`kubeone.backups.${name}`, value);
  expect(more).toEqual([]);
  expect(problem?.message.startsWith(`expected ${words}`)).toBe(true);
});

test('keys of annotations are those of Kubernetes', () => {
  expect(problemsAt('hosts.0.annotations', { '-a': 'b' })).toEqual([
    {
      path: ['hosts', 0, 'annotations', '-a'],
      message: 'wrong key; expected the key of an annotation',
    },
  ]);
});

test.each(['Docker.io', 'docker.io/library', '-x', 'a_b'])(
  'the registry %j is none that containerd knows',
  (name) => {
    const registries = { [name]: { mirrors: ['https://mirror.example.org'] } };
    const [problem] = problemsAt('kubeone.containerd.registries', registries);
    expect(problem?.message).toContain(
      'the name of a registry in lower case and without a path, such as "docker.io"',
    );
  },
);
