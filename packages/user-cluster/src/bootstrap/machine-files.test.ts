// SPDX-License-Identifier: Apache-2.0
import type { BootstrapArgs } from './bootstrap-args.ts';
import { machineFiles } from './machine-files.ts';
import { testConfig, testControlPlane, testWorker } from './test-bootstrap.ts';

const contentsOf = (args: BootstrapArgs): Readonly<Record<string, string>> =>
  Object.fromEntries(machineFiles(args).map(({ path, content }) => [path, content]));

/** Returns the variables of the scripts, with the quotes around their values. */
const settingsOf = (args: BootstrapArgs): Readonly<Record<string, string>> => {
  const lines = contentsOf(args)['/etc/strata/machine.env']?.split('\n') ?? [];
  return Object.fromEntries(
    lines.slice(0, -1).map((line) => {
      const [name = '', ...value] = line.split('=');
      return [name, value.join('=')];
    }),
  );
};

test('a kernel has the modules and settings that pod networks need, and answers for the address of the API on its own network alone', () => {
  const files = contentsOf(testWorker());
  expect(files['/etc/modules-load.d/strata.conf']).toBe('overlay\nbr_netfilter\n');
  expect(files['/etc/sysctl.d/90-strata.conf']).toBe(`net.bridge.bridge-nf-call-iptables = 1
net.bridge.bridge-nf-call-ip6tables = 1
net.ipv4.ip_forward = 1
fs.inotify.max_user_instances = 8192
net.ipv4.conf.all.arp_ignore = 1
net.ipv4.conf.all.arp_announce = 2
`);
  expect(files['/etc/strata/kubernetes-version']).toBe('1.35.4\n');
  expect(files['/etc/strata/ca.crt']).toBe('certificate of the cluster\n');
});

const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};
const plain = {
  ROLE: "'worker'",
  INDEX: "'0'",
  REPLICAS: "'1'",
  PEERS: "''",
  PEER: "''",
  ENDPOINT: "'192.0.2.10'",
  OWN_ENDPOINT: "'no'",
  INFRA_NAMESPACE: "'cluster-demo'",
  SSH_INTERFACE: "''",
  CNI: "'cilium'",
  KUBE_PROXY: "'yes'",
  TIMEOUT_SECONDS: "'1800'",
  DRAIN_SECONDS: "'600'",
  KUBERNETES_URL: "'https://dl.k8s.io'",
  GITHUB_URL: "'https://github.com'",
  CONTAINERD_VERSION: "'2.2.9'",
  RUNC_VERSION: "'1.4.3'",
  CNI_PLUGINS_VERSION: "'1.9.1'",
  PREFIX: "'/usr/local'",
  PATH: "'/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'",
};

test('a worker knows nothing of the members of etcd, so that another number of them replaces none', () => {
  expect(settingsOf(testWorker())).toEqual(plain);
  const grown = testConfig({ controlPlane: { replicas: 3, peers } });
  expect(settingsOf(testWorker(grown))).toEqual(plain);
});

test('a single control-plane node holds the address of the API itself, and one of three does not', () => {
  const first = { ...plain, ROLE: "'control-plane'", OWN_ENDPOINT: "'yes'" };
  expect(settingsOf(testControlPlane())).toEqual(first);
  const three = testConfig({ controlPlane: { replicas: 3, peers } });
  expect(settingsOf(testControlPlane(three))).toEqual({
    ...first,
    OWN_ENDPOINT: "'no'",
    REPLICAS: "'3'",
    PEER: "'10.20.0.11'",
    PEERS: "'10.20.0.12 10.20.0.13'",
  });
});

test('the pod network tells a machine whether it needs kube-proxy', () => {
  const cilium = testConfig({ cni: { kubeProxyReplacement: true } });
  expect(settingsOf(testWorker(cilium))).toEqual({ ...plain, KUBE_PROXY: "'no'" });
  expect(settingsOf(testWorker(testConfig({ cni: { type: 'none' } })))).toEqual({
    ...plain,
    CNI: "'none'",
  });
});

test('a mirror is taken as it is but for one slash at its end', () => {
  const urlOf = (mirror: string) =>
    settingsOf(testWorker(testConfig({ kubernetes: { binaries: { mirror } } }))).KUBERNETES_URL;
  expect(urlOf('https://mirror.example.org/a/b')).toBe("'https://mirror.example.org/a/b'");
  expect(urlOf('https://mirror.example.org/a/b/')).toBe("'https://mirror.example.org/a/b'");
});

test('SSH comes in by an interface only where it comes from another network', () => {
  const interfaces = [{ network: 'office', addresses: 'none' }];
  const pools = [
    {
      name: 'md-a',
      replicas: 1,
      instancetype: 'standard-2',
      rootDisk: { image: 'ubuntu' },
      interfaces,
    },
  ];
  const ssh = (change: object) => {
    const args = testWorker(testConfig({ pools, access: { ssh: change } }));
    return settingsOf(args).SSH_INTERFACE;
  };
  expect(ssh({ via: 'network', network: 'office' })).toBe("'enp2s0'");
  // A machine that is not in that network has no interface for it.
  expect(ssh({ via: 'network', network: 'elsewhere' })).toBe("''");
  expect(ssh({ via: 'bastion' })).toBe("''");
});

test('root alone reads the files of kubeadm, and everybody the others', () => {
  const three = testConfig({ controlPlane: { replicas: 3, peers } });
  const modes = machineFiles(testControlPlane(three, 1)).map(
    ({ path, permissions }) => `${permissions} ${path}`,
  );
  expect(modes).toEqual([
    '0644 /etc/strata/machine.env',
    '0644 /etc/strata/kubernetes-version',
    '0644 /etc/strata/ca.crt',
    '0644 /etc/strata/patches/kubeletconfiguration+merge.json',
    '0644 /etc/modules-load.d/strata.conf',
    '0644 /etc/sysctl.d/90-strata.conf',
    '0644 /etc/systemd/logind.conf.d/unattended-upgrades-logind-maxdelay.conf',
    '0600 /etc/strata/kubeadm.yaml',
    '0600 /etc/strata/kubeadm-join.yaml',
  ]);
});
