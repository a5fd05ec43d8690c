// SPDX-License-Identifier: Apache-2.0
import { sso } from '../oidc/testing/test-issuers.ts';
import { kubeadmConfigs } from './kubeadm-config.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';
import { testConfig, testControlPlane, testWorker } from './test-bootstrap.ts';

type Document = Record<string, unknown>;

/** Returns the documents of one of kubeadm's files. */
function documentsOf(args: BootstrapArgs, file = 'kubeadm.yaml'): Document[] {
  const text = kubeadmConfigs(args)[file] ?? '';
  return text.split('---\n').map((document) => JSON.parse(document) as Document);
}

const peers = {
  network: 'backbone',
  addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
};
const three = testConfig({ controlPlane: { replicas: 3, peers } });

// Proves: clusters.joining, machines.labels-taints
test('lets a worker join with the token, the pin and nothing else that is secret', () => {
  const config = testConfig({
    pools: [
      {
        name: 'md-a',
        replicas: 1,
        instancetype: 'standard-2',
        rootDisk: { image: 'ubuntu-24-04' },
        labels: { 'b.example/c': 'd', 'a.example/b': 'c', 'example.org/tier': 'web' },
        taints: [{ key: 'dedicated', value: 'web', effect: 'NoSchedule' }],
      },
    ],
  });
  expect(Object.keys(kubeadmConfigs(testWorker(config)))).toEqual(['kubeadm.yaml']);
  expect(documentsOf(testWorker(config))).toEqual([
    {
      apiVersion: 'kubeadm.k8s.io/v1beta4',
      kind: 'JoinConfiguration',
      discovery: {
        bootstrapToken: {
          token: 'abcdef.0123456789abcdef',
          apiServerEndpoint: '192.0.2.10:6443',
          caCertHashes: [`sha256:${'0'.repeat(64)}`],
        },
      },
      nodeRegistration: {
        criSocket: 'unix:///run/containerd/containerd.sock',
        kubeletExtraArgs: [
          { name: 'cloud-provider', value: 'external' },
          { name: 'node-labels', value: 'a.example/b=c,b.example/c=d,example.org/tier=web' },
        ],
        taints: [{ key: 'dedicated', value: 'web', effect: 'NoSchedule' }],
      },
      patches: { directory: '/etc/strata/patches' },
    },
  ]);
});

// Proves: clusters.control-plane
test('makes a cluster whose single control-plane node needs no address of its own', () => {
  const [init, cluster, kubelet] = documentsOf(testControlPlane());
  expect(init).toEqual({
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'InitConfiguration',
    bootstrapTokens: [{ description: 'of kubeadm init, not used', ttl: '1m0s' }],
    localAPIEndpoint: { advertiseAddress: '192.0.2.10', bindPort: 6443 },
    nodeRegistration: {
      criSocket: 'unix:///run/containerd/containerd.sock',
      ignorePreflightErrors: ['DirAvailable--var-lib-etcd'],
      kubeletExtraArgs: [{ name: 'cloud-provider', value: 'external' }],
      taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
    },
    patches: { directory: '/etc/strata/patches' },
  });
  expect(cluster).toMatchObject({
    kind: 'ClusterConfiguration',
    clusterName: 'demo',
    kubernetesVersion: 'v1.35.4',
    controlPlaneEndpoint: '192.0.2.10:6443',
    imageRepository: 'registry.k8s.io',
    networking: {
      podSubnet: '10.100.0.0/16',
      serviceSubnet: '10.101.0.0/16',
      dnsDomain: 'cluster.local',
    },
    apiServer: { certSANs: ['192.0.2.10'] },
    controllerManager: { extraArgs: [{ name: 'leader-elect', value: 'false' }] },
    scheduler: { extraArgs: [{ name: 'leader-elect', value: 'false' }] },
    etcd: {
      local: {
        dataDir: '/var/lib/etcd',
        extraArgs: [
          { name: 'listen-client-urls', value: 'https://127.0.0.1:2379' },
          { name: 'advertise-client-urls', value: 'https://127.0.0.1:2379' },
          { name: 'listen-peer-urls', value: 'https://127.0.0.1:2380' },
          { name: 'initial-advertise-peer-urls', value: 'https://127.0.0.1:2380' },
          { name: 'initial-cluster', value: 'cp-0=https://127.0.0.1:2380' },
        ],
      },
    },
    proxy: { disabled: false },
  });
  expect(kubelet).toEqual({
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    cgroupDriver: 'systemd',
    clusterDNS: ['10.101.0.10'],
    clusterDomain: 'cluster.local',
    maxPods: 110,
    rotateCertificates: true,
    serverTLSBootstrap: false,
  });
});

// Proves: clusters.control-plane
test('knows each of three control-plane nodes by an address that does not change', () => {
  const args = testControlPlane(three, 2);
  const [init, cluster] = documentsOf(args);
  expect(init?.localAPIEndpoint).toEqual({ advertiseAddress: '10.20.0.13', bindPort: 6443 });
  expect(cluster?.etcd).toEqual({ local: { dataDir: '/var/lib/etcd' } });
  expect(documentsOf(args, 'kubeadm-join.yaml')).toMatchObject([
    {
      kind: 'JoinConfiguration',
      discovery: { file: { kubeConfigPath: '/etc/kubernetes/super-admin.conf' } },
      controlPlane: {
        localAPIEndpoint: { advertiseAddress: '10.20.0.13', bindPort: 6443 },
      },
    },
  ]);
});

test('turns on leader election for control-plane nodes with peers', () => {
  const [, cluster] = documentsOf(testControlPlane(three, 1));
  expect(cluster).toMatchObject({
    controllerManager: { extraArgs: [] },
    scheduler: { extraArgs: [] },
  });
});

// Proves: clusters.control-plane
test('sends pods to the endpoint of the API, not to the addresses at which control-plane nodes find each other', () => {
  const flagsOf = (args: BootstrapArgs) => {
    const [, cluster] = documentsOf(args);
    const { extraArgs } = cluster?.apiServer as { readonly extraArgs: readonly object[] };
    return extraArgs;
  };
  const advertised = { name: 'advertise-address', value: '192.0.2.10' };
  expect(flagsOf(testControlPlane(three, 1))).toContainEqual(advertised);
  expect(flagsOf(testControlPlane())).not.toContainEqual(advertised);
});

// Proves: clusters.mirror
test('takes all images from a mirror, with CoreDNS in its folder', () => {
  const mirror = 'registry.example.org:5000/mirror';
  const [, cluster] = documentsOf({
    ...testControlPlane(),
    platform: { networks: [], registryMirror: mirror },
  });
  expect(cluster).toMatchObject({
    imageRepository: mirror,
    dns: { imageRepository: `${mirror}/coredns` },
  });
});

test('leaves kube-proxy out where the pod network replaces it', () => {
  const config = testConfig({ cni: { kubeProxyReplacement: true } });
  expect(documentsOf(testControlPlane(config))[1]).toMatchObject({ proxy: { disabled: true } });
});

// Proves: clusters.api-address
test('puts all names of the API into the certificate of its server', () => {
  const endpoint = { address: '192.0.2.10', alternativeNames: ['api.example.org'] };
  const config = testConfig({ controlPlane: { endpoint } });
  expect(documentsOf(testControlPlane(config))[1]).toMatchObject({
    apiServer: { certSANs: ['192.0.2.10', 'api.example.org'] },
  });
});

/** Returns the part of kubeadm's configuration that is about the API server. */
const apiServerOf = (args: BootstrapArgs) =>
  documentsOf(args)[1]?.apiServer as {
    readonly extraArgs: readonly { readonly name: string }[];
    readonly extraVolumes: readonly { readonly name: string }[];
  };

// Proves: access.oidc
test('the API server reads its issuers from a file, where there are any', () => {
  const path = '/etc/strata/authentication.yaml';
  const { extraArgs, extraVolumes } = apiServerOf(
    testControlPlane(testConfig({ oidc: { issuers: [sso] } })),
  );
  expect(extraArgs).toContainEqual({ name: 'authentication-config', value: path });
  expect(extraVolumes).toContainEqual({
    name: 'strata-authentication',
    hostPath: path,
    mountPath: path,
    readOnly: true,
    pathType: 'File',
  });
  const without = apiServerOf(testControlPlane());
  expect(without.extraArgs.map(({ name }) => name)).not.toContain('authentication-config');
  expect(without.extraVolumes.map(({ name }) => name)).not.toContain('strata-authentication');
});

// Proves: clusters.audit
test('the files of the audit log are limited as the cluster says', () => {
  const flagsOf = (change: Parameters<typeof testConfig>[0]) => {
    const [, cluster] = documentsOf(testControlPlane(testConfig(change)));
    const { extraArgs } = cluster?.apiServer as {
      readonly extraArgs: readonly { readonly name: string; readonly value: string }[];
    };
    return extraArgs.filter(({ name }) => name.startsWith('audit-log-max'));
  };
  expect(flagsOf({})).toEqual([
    { name: 'audit-log-maxage', value: '7' },
    { name: 'audit-log-maxbackup', value: '3' },
    { name: 'audit-log-maxsize', value: '100' },
  ]);
  const log = { maxAgeDays: 30, maxBackups: 9, maxSizeMiB: 50 };
  expect(flagsOf({ audit: { log } })).toEqual([
    { name: 'audit-log-maxage', value: '30' },
    { name: 'audit-log-maxbackup', value: '9' },
    { name: 'audit-log-maxsize', value: '50' },
  ]);
});

// Proves: clusters.audit-webhook
test('the API server reads the server of its audit log from a file, where there is one', () => {
  const path = '/etc/strata/audit-webhook.kubeconfig';
  const webhook = { url: 'https://audit.example.org' };
  const { extraArgs, extraVolumes } = apiServerOf(
    testControlPlane(testConfig({ audit: { webhook } })),
  );
  expect(extraArgs).toContainEqual({ name: 'audit-webhook-config-file', value: path });
  expect(extraVolumes).toContainEqual({
    name: 'strata-audit-webhook',
    hostPath: path,
    mountPath: path,
    readOnly: true,
    pathType: 'File',
  });
  const without = apiServerOf(testControlPlane());
  expect(without.extraArgs.map(({ name }) => name)).not.toContain('audit-webhook-config-file');
  expect(without.extraVolumes.map(({ name }) => name)).not.toContain('strata-audit-webhook');
});
