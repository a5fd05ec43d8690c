// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import type { BootstrapArgs } from './bootstrap-args.ts';
import { sso } from '../oidc/testing/test-issuers.ts';
import { controlPlaneMachine } from '../control-plane/index.ts';
import { renderAuthentication } from './authentication-config.ts';
import { renderUserData } from './index.ts';
import { testConfig, testControlPlane, testWorker } from './test-bootstrap.ts';

interface WrittenFile {
  readonly path: string;
  readonly content: string;
  readonly permissions: string;
  readonly owner: string;
}

interface CloudInit {
  readonly write_files: readonly WrittenFile[];
  readonly [key: string]: unknown;
}

function read(args: BootstrapArgs): CloudInit {
  const [first, ...rest] = renderUserData(args).split('\n');
  expect(first).toBe('#cloud-config');
  return JSON.parse(rest.join('\n')) as CloudInit;
}

function contentOf(args: BootstrapArgs, path: string): string | undefined {
  return read(args).write_files.find((file) => file.path === path)?.content;
}

const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};

test('renders nothing for a version that is not supported', () => {
  const worker = { ...testWorker(), kubernetesVersion: '1.33.9' };
  expect(() => renderUserData(worker)).toThrow(new Error('Kubernetes 1.33.9 is not supported'));
});

// Proves: clusters.joining
test('gives a worker what it needs to join, and no key of the cluster', () => {
  const { write_files: files, ...rest } = read(testWorker());
  expect(rest).toEqual({
    updates: { network: { when: ['boot-new-instance', 'boot'] } },
    ssh_pwauth: false,
    users: [],
    runcmd: [
      ['systemctl', 'daemon-reload'],
      ['systemctl', 'enable', '--now', 'strata-bootstrap.service'],
    ],
  });
  expect(files.map(({ path, permissions }) => `${permissions} ${path}`)).toEqual([
    '0644 /etc/strata/machine.env',
    '0644 /etc/strata/kubernetes-version',
    '0644 /etc/strata/ca.crt',
    '0644 /etc/strata/patches/kubeletconfiguration+merge.json',
    '0644 /etc/modules-load.d/strata.conf',
    '0644 /etc/sysctl.d/90-strata.conf',
    '0644 /etc/systemd/logind.conf.d/unattended-upgrades-logind-maxdelay.conf',
    '0600 /etc/strata/kubeadm.yaml',
    '0644 /etc/udev/rules.d/90-strata-volumes.rules',
    '0644 /etc/containerd/config.toml',
    '0755 /opt/strata/bin/bootstrap',
    '0755 /opt/strata/bin/install-kubernetes',
    '0755 /opt/strata/bin/keep-node',
    '0755 /opt/strata/bin/drain',
    '0755 /opt/strata/bin/power',
    '0755 /opt/strata/bin/grow-volume',
    '0644 /etc/strata/units/containerd.service',
    '0644 /etc/strata/units/kubelet.service',
    '0644 /etc/systemd/system/strata-bootstrap.service',
    '0644 /etc/systemd/system/strata-node.service',
    '0644 /etc/systemd/system/strata-power.service',
    '0644 /etc/systemd/system/strata-drain.service',
    '0644 /etc/systemd/system/strata-grow@.service',
  ]);
  expect(JSON.stringify(files)).not.toContain('key of');
});

// Proves: volumes.growth
test.each([
  ['worker', testWorker()],
  ['control plane', testControlPlane()],
] as const)('grows the file system of a volume on a %s once its disk has grown', (_, args) => {
  expect(contentOf(args, '/etc/udev/rules.d/90-strata-volumes.rules')).toBe(
    'ACTION=="change", SUBSYSTEM=="block", ENV{DEVTYPE}=="disk", ENV{RESIZE}=="1", KERNEL=="sd*", ' +
      'RUN+="/usr/bin/systemctl --no-block start strata-grow@%k.service"\n',
  );
  expect(contentOf(args, '/etc/systemd/system/strata-grow@.service')).toContain(
    '\nExecStart=/opt/strata/bin/grow-volume /dev/%I\n',
  );
});

test('lets the kubelet delay a shutdown for as long as the pods of its machine get', () => {
  const config = testWorker().config;
  const [pool] = config.pools;
  if (pool === undefined) throw new Error('there is no pool');
  const machine = { ...pool, drain: { ...pool.drain, shutdownSeconds: 90 } };
  const file = '/etc/systemd/logind.conf.d/unattended-upgrades-logind-maxdelay.conf';
  expect(contentOf({ ...testWorker(), machine }, file)).toBe('[Login]\nInhibitDelayMaxSec=90\n');
});

// Proves: clusters.joining
test('gives a control-plane node its keys, its kept disk and the address of the API', () => {
  const { write_files: files, ...rest } = read(testControlPlane());
  expect(rest).toMatchObject({
    fs_setup: [
      {
        device: '/dev/disk/by-id/virtio-etcd',
        filesystem: 'ext4',
        label: 'etcd',
        // Anything else would format the disk again: see renderFileSystem.
        partition: 'auto',
        overwrite: false,
      },
    ],
    mounts: [
      ['/dev/disk/by-id/virtio-etcd', '/var/lib/etcd', 'ext4', 'defaults,noatime', '0', '2'],
    ],
  });
  const content = (path: string) => files.find((file) => file.path === path)?.content;
  expect(content('/etc/systemd/system/strata-grow-etcd.service')).toContain(
    '\nExecStart=/usr/sbin/resize2fs /dev/disk/by-id/virtio-etcd\n',
  );
  expect(content('/etc/udev/rules.d/90-strata-etcd.rules')).toBe(
    'ACTION=="change", SUBSYSTEM=="block", ENV{RESIZE}=="1", ATTR{serial}=="etcd", ' +
      'RUN+="/usr/bin/systemctl --no-block start strata-grow-etcd.service"\n',
  );
  expect(rest.runcmd).toEqual([
    ['systemctl', 'daemon-reload'],
    ['systemctl', 'enable', '--now', 'strata-bootstrap.service', 'strata-grow-etcd.service'],
  ]);
  const secret = files.filter(({ permissions }) => permissions === '0600');
  expect(secret.map(({ path }) => path)).toEqual([
    '/etc/strata/kubeadm.yaml',
    '/etc/kubernetes/pki/ca.key',
    '/etc/kubernetes/pki/etcd/ca.key',
    '/etc/kubernetes/pki/front-proxy-ca.key',
    '/etc/kubernetes/pki/sa.key',
    '/etc/strata/encryption.yaml',
  ]);
  expect(files.map(({ path }) => path)).toContain('/opt/strata/bin/endpoint');
  expect(new Set(files.map(({ owner }) => owner))).toEqual(new Set(['root:root']));
});

// Proves: keys.encrypted-secrets
test('encrypts Secrets with the key of the state', () => {
  expect(JSON.parse(contentOf(testControlPlane(), '/etc/strata/encryption.yaml') ?? '')).toEqual({
    apiVersion: 'apiserver.config.k8s.io/v1',
    kind: 'EncryptionConfiguration',
    resources: [
      {
        resources: ['secrets'],
        providers: [
          { secretbox: { keys: [{ name: 'strata', secret: 'a2V5' }] } },
          { identity: {} },
        ],
      },
    ],
  });
});

// Proves: access.oidc
test('gives control-plane nodes alone the issuers of people, where root alone reads them', () => {
  const config = testConfig({ oidc: { issuers: [sso] } });
  const path = '/etc/strata/authentication.yaml';
  const found = read(testControlPlane(config)).write_files.find((file) => file.path === path);
  expect(found).toMatchObject({ permissions: '0600', owner: 'root:root' });
  expect(JSON.parse(found?.content ?? '')).toEqual(renderAuthentication(config));
  expect(contentOf(testControlPlane(), path)).toBeUndefined();
  expect(renderUserData(testWorker(config))).toBe(renderUserData(testWorker()));
});

// Proves: access.other-network
test('names the interface that SSH comes in by, where that is in a network of its own', () => {
  const interfaces = [
    { network: 'fast', addresses: 'none' },
    { network: 'backbone' },
    { network: 'office' },
  ];
  const config = testConfig({
    pools: [
      {
        name: 'md-a',
        replicas: 1,
        instancetype: 'standard-2',
        rootDisk: { image: 'x' },
        interfaces,
      },
    ],
    access: { ssh: { via: 'network', network: 'office' } },
  });
  const worker = testWorker(config);
  const fast = { name: 'fast', type: 'sriov', attachTo: 'networks/fast' } as const;
  const nameWith = (networks: BootstrapArgs['platform']['networks']) =>
    /\nSSH_INTERFACE='(.*)'\n/.exec(
      contentOf({ ...worker, platform: { networks } }, '/etc/strata/machine.env') ?? '',
    )?.[1];
  expect(nameWith([])).toBe('enp4s0');
  // A card that is passed through has no port before those of interfaces.
  expect(nameWith([fast])).toBe('enp3s0');
});

// Proves: access.other-network
test('with peers, SSH can come in by their network', () => {
  const config = testConfig({
    controlPlane: { replicas: 3, peers },
    access: { ssh: { via: 'network', network: 'backbone' } },
  });
  const machine = controlPlaneMachine(config.controlPlane);
  const args = { ...testControlPlane(config, 1), machine };
  expect(contentOf(args, '/etc/strata/machine.env')).toContain("\nSSH_INTERFACE='enp2s0'\n");
});

test('gives the scripts everything that differs from machine to machine', () => {
  const config = testConfig({ controlPlane: { replicas: 3, peers } });
  expect(contentOf(testControlPlane(config, 1), '/etc/strata/machine.env')).toBe(
    [
      "ROLE='control-plane'",
      "INDEX='1'",
      "REPLICAS='3'",
      "PEERS='10.20.0.11 10.20.0.13'",
      "PEER='10.20.0.12'",
      "ENDPOINT='192.0.2.10'",
      "OWN_ENDPOINT='no'",
      "INFRA_NAMESPACE='cluster-demo'",
      "SSH_INTERFACE=''",
      "CNI='cilium'",
      "KUBE_PROXY='yes'",
      "TIMEOUT_SECONDS='1800'",
      "DRAIN_SECONDS='600'",
      "KUBERNETES_URL='https://dl.k8s.io'",
      "GITHUB_URL='https://github.com'",
      "CONTAINERD_VERSION='2.2.9'",
      "RUNC_VERSION='1.4.3'",
      "CNI_PLUGINS_VERSION='1.9.1'",
      "PREFIX='/usr/local'",
      "PATH='/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'",
      '',
    ].join('\n'),
  );
});

test('gives a machine the script that removes a lost member of etcd only where there are other members', () => {
  const script = '/opt/strata/bin/remove-lost-member';
  const config = testConfig({ controlPlane: { replicas: 3, peers } });
  expect(contentOf(testControlPlane(config, 1), script)).toMatch(/^#!\/bin\/sh\n/);
  expect(contentOf(testControlPlane(), script)).toBeUndefined();
  expect(contentOf(testWorker(config), script)).toBeUndefined();
});

// Proves: clusters.mirror
test('takes downloads from a mirror, quoted for the shell', () => {
  const binaries = { mirror: "https://mirror.example.org/it's/" };
  const config = testConfig({ kubernetes: { binaries } });
  const env = contentOf(testWorker(config), '/etc/strata/machine.env');
  expect(env).toContain("KUBERNETES_URL='https://mirror.example.org/it'\\''s'\n");
  expect(env).toContain("GITHUB_URL='https://mirror.example.org/it'\\''s'\n");
});

// Proves: drains-and-updates.workload-evicted
test('gives a drain its time, and the kubelet the rest', () => {
  const [pool] = testConfig().pools;
  if (pool === undefined) throw new Error('no pool');
  const machine = { ...pool, drain: { timeoutSeconds: 120, shutdownSeconds: 31 } };
  const args = { ...testWorker(), machine };
  const unit = contentOf(args, '/etc/systemd/system/strata-drain.service');
  expect(unit).toContain('\nTimeoutStopSec=180\n');
  expect(contentOf(args, '/etc/strata/machine.env')).toContain("DRAIN_SECONDS='120'\n");
  const patch = contentOf(args, '/etc/strata/patches/kubeletconfiguration+merge.json') ?? '';
  expect(JSON.parse(patch)).toEqual({
    shutdownGracePeriod: '31s',
    shutdownGracePeriodCriticalPods: '10s',
  });
});

// Proves: clusters.mirror
test('points containerd to the mirror of the platform and to those of single registries', () => {
  const registries = [{ registry: 'docker.io', endpoint: 'https://hub.example.org/' }];
  const args = {
    ...testWorker(testConfig({ kubernetes: { registries } })),
    platform: { networks: [], registryMirror: 'registry.example.org:5000/mirror' },
  };
  const folder = '/etc/containerd/certs.d';
  expect(contentOf(args, '/etc/containerd/config.toml')).toContain(
    'sandbox_image = "registry.example.org:5000/mirror/pause:3.10.1"',
  );
  expect(contentOf(args, `${folder}/_default/hosts.toml`)).toBe(
    '[host."https://registry.example.org:5000/v2/mirror"]\n' +
      '  capabilities = ["pull", "resolve"]\n  override_path = true\n',
  );
  expect(contentOf(args, `${folder}/registry.example.org:5000/hosts.toml`)).toBe(
    'server = "https://registry.example.org:5000"\n',
  );
  expect(contentOf(args, `${folder}/docker.io/hosts.toml`)).toContain(
    '[host."https://hub.example.org/v2"]',
  );
});

// Proves: access.ssh-keys
test('lets in by SSH users with a key, and sets the time servers', () => {
  const key = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA ann';
  const config = testConfig({
    access: { ssh: { via: 'bastion', authorizedKeys: [key] } },
    network: { ntp: ['192.0.2.123'] },
  });
  expect(read(testWorker(config))).toMatchObject({
    users: [
      {
        name: 'strata',
        ssh_authorized_keys: [key],
        sudo: 'ALL=(ALL) NOPASSWD:ALL',
        shell: '/bin/bash',
        lock_passwd: true,
      },
    ],
    ntp: { enabled: true, servers: ['192.0.2.123'] },
  });
});

const scripts = new URL('scripts/', import.meta.url);

test.each(readdirSync(scripts).filter((name) => name.endsWith('.sh')))(
  '%s is a script that a POSIX shell can read',
  (name) => {
    expect(execFileSync('sh', ['-n', new URL(name, scripts).pathname]).toString()).toBe('');
  },
);
