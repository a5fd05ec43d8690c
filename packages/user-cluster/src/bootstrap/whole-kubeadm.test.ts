// SPDX-License-Identifier: Apache-2.0
import { sso } from '../oidc/testing/test-issuers.ts';
import { controlPlaneMachine } from '../control-plane/peer-network.ts';
import type { BootstrapArgs } from './bootstrap-args.ts';
import { kubeadmConfigs } from './kubeadm-config.ts';
import { testConfig, testControlPlane, testWorker } from './test-bootstrap.ts';

/** Returns the documents of one of kubeadm's files. */
function documentsOf(args: BootstrapArgs, file = 'kubeadm.yaml'): unknown[] {
  const text = kubeadmConfigs(args)[file] ?? '';
  return text.split('---\n').map((document) => JSON.parse(document) as unknown);
}

const flag = (name: string, value: string) => ({ name, value });
const mount = (name: string, path: string) => ({
  name,
  hostPath: path,
  mountPath: path,
  readOnly: true,
  pathType: 'File',
});
const logs = {
  name: 'strata-audit-logs',
  hostPath: '/var/log/kubernetes/audit',
  mountPath: '/var/log/kubernetes/audit',
  pathType: 'DirectoryOrCreate',
};
const networking = {
  podSubnet: '10.100.0.0/16',
  serviceSubnet: '10.101.0.0/16',
  dnsDomain: 'cluster.local',
};

test('a single control-plane node: what kubeadm is told of the cluster, word for word', () => {
  expect(documentsOf(testControlPlane())[1]).toEqual({
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'ClusterConfiguration',
    clusterName: 'demo',
    kubernetesVersion: 'v1.35.4',
    controlPlaneEndpoint: '192.0.2.10:6443',
    encryptionAlgorithm: 'ECDSA-P256',
    certificateValidityPeriod: '43800h0m0s',
    imageRepository: 'registry.k8s.io',
    networking,
    apiServer: {
      certSANs: ['192.0.2.10'],
      extraArgs: [
        flag('encryption-provider-config', '/etc/strata/encryption.yaml'),
        flag('audit-policy-file', '/etc/strata/audit-policy.yaml'),
        flag('audit-log-path', '/var/log/kubernetes/audit/audit.log'),
        flag('audit-log-maxage', '7'),
        flag('audit-log-maxbackup', '3'),
        flag('audit-log-maxsize', '100'),
      ],
      extraVolumes: [
        mount('strata-encryption', '/etc/strata/encryption.yaml'),
        mount('strata-audit-policy', '/etc/strata/audit-policy.yaml'),
        logs,
      ],
    },
    controllerManager: { extraArgs: [flag('leader-elect', 'false')] },
    scheduler: { extraArgs: [flag('leader-elect', 'false')] },
    etcd: {
      local: {
        dataDir: '/var/lib/etcd',
        extraArgs: [
          flag('listen-client-urls', 'https://127.0.0.1:2379'),
          flag('advertise-client-urls', 'https://127.0.0.1:2379'),
          flag('listen-peer-urls', 'https://127.0.0.1:2380'),
          flag('initial-advertise-peer-urls', 'https://127.0.0.1:2380'),
          flag('initial-cluster', 'cp-0=https://127.0.0.1:2380'),
        ],
      },
    },
    proxy: { disabled: false },
  });
});

const everything = testConfig({
  controlPlane: {
    replicas: 3,
    labels: { 'example.org/b': '2', 'example.org/a': '1' },
    peers: {
      network: 'backbone',
      addresses: ['10.20.0.11/24', '10.20.0.12/24', '10.20.0.13/24'],
    },
  },
  oidc: { issuers: [sso] },
  audit: { webhook: { url: 'https://audit.example.org' } },
  backup: {
    target: {
      s3: {
        endpoint: 'https://s3.example.org:9000',
        bucket: 'backups',
        addresses: ['10.20.0.0/24'],
        credentials: { accessKeyId: 'the-id', secretAccessKey: 'the-secret' },
      },
    },
  },
});

test('three control-plane nodes with issuers, a server of the audit log and backups: the cluster, word for word', () => {
  const args = testControlPlane(everything, 1);
  const machine = controlPlaneMachine(everything.controlPlane);
  expect(documentsOf({ ...args, machine })[1]).toEqual({
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'ClusterConfiguration',
    clusterName: 'demo',
    kubernetesVersion: 'v1.35.4',
    controlPlaneEndpoint: '192.0.2.10:6443',
    encryptionAlgorithm: 'ECDSA-P256',
    certificateValidityPeriod: '43800h0m0s',
    imageRepository: 'registry.k8s.io',
    networking,
    apiServer: {
      certSANs: ['192.0.2.10'],
      extraArgs: [
        flag('advertise-address', '192.0.2.10'),
        flag('encryption-provider-config', '/etc/strata/encryption.yaml'),
        flag('authentication-config', '/etc/strata/authentication.yaml'),
        flag('audit-policy-file', '/etc/strata/audit-policy.yaml'),
        flag('audit-log-path', '/var/log/kubernetes/audit/audit.log'),
        flag('audit-log-maxage', '7'),
        flag('audit-log-maxbackup', '3'),
        flag('audit-log-maxsize', '100'),
        flag('audit-webhook-config-file', '/etc/strata/audit-webhook.kubeconfig'),
      ],
      extraVolumes: [
        mount('strata-encryption', '/etc/strata/encryption.yaml'),
        mount('strata-authentication', '/etc/strata/authentication.yaml'),
        mount('strata-audit-policy', '/etc/strata/audit-policy.yaml'),
        mount('strata-audit-webhook', '/etc/strata/audit-webhook.kubeconfig'),
        logs,
      ],
    },
    controllerManager: { extraArgs: [] },
    scheduler: { extraArgs: [] },
    etcd: {
      local: {
        dataDir: '/var/lib/etcd',
        extraArgs: [flag('listen-client-urls', 'https://0.0.0.0:2379')],
        serverCertSANs: ['etcd.cluster-demo.svc'],
      },
    },
    proxy: { disabled: false },
  });
});

test('each of three control-plane nodes can make the cluster, and joins it with its own keys', () => {
  const nodeRegistration = {
    criSocket: 'unix:///run/containerd/containerd.sock',
    ignorePreflightErrors: ['DirAvailable--var-lib-etcd'],
    kubeletExtraArgs: [
      flag('cloud-provider', 'external'),
      flag('node-labels', 'example.org/a=1,example.org/b=2'),
    ],
    taints: [{ key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' }],
  };
  const localAPIEndpoint = { advertiseAddress: '10.20.0.12', bindPort: 6443 };
  const patches = { directory: '/etc/strata/patches' };
  const args = testControlPlane(everything, 1);
  expect(Object.keys(kubeadmConfigs(args))).toEqual(['kubeadm.yaml', 'kubeadm-join.yaml']);
  expect(documentsOf(args)[0]).toEqual({
    apiVersion: 'kubeadm.k8s.io/v1beta4',
    kind: 'InitConfiguration',
    bootstrapTokens: [{ description: 'of kubeadm init, not used', ttl: '1m0s' }],
    localAPIEndpoint,
    nodeRegistration,
    patches,
  });
  expect(documentsOf(args, 'kubeadm-join.yaml')).toEqual([
    {
      apiVersion: 'kubeadm.k8s.io/v1beta4',
      kind: 'JoinConfiguration',
      discovery: { file: { kubeConfigPath: '/etc/kubernetes/super-admin.conf' } },
      nodeRegistration,
      controlPlane: { localAPIEndpoint },
      patches,
    },
  ]);
});

test('a node without labels has no flag for them, and its files end their lines', () => {
  const [join] = documentsOf(testWorker());
  expect(join).toMatchObject({
    nodeRegistration: { kubeletExtraArgs: [flag('cloud-provider', 'external')], taints: [] },
  });
  expect(Object.keys(kubeadmConfigs(testControlPlane()))).toEqual(['kubeadm.yaml']);
  const text = kubeadmConfigs(testControlPlane())['kubeadm.yaml'] ?? '';
  expect(text.match(/\n---\n\{\n {2}"/g)).toHaveLength(2);
  expect(text).toMatch(/\}\n$/);
});
