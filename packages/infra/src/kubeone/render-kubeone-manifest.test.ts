// SPDX-License-Identifier: Apache-2.0
import { loaderPath } from '../../test/loader-path.ts';
import { admissionFlags } from './admission-plugins.ts';
import { credentialsFile } from './credentials-file.ts';
import { manifestText, renderKubeoneManifest } from './render-kubeone-manifest.ts';
import { planes, testInputs, worker } from './test-config.ts';
import { validateManifest } from './validate-manifest.ts';

const env = { ...process.env, STRATA_KUBEONE_VALIDATE: loaderPath() };

test('renders the manifest of a cluster with default settings', () => {
  const text = manifestText(renderKubeoneManifest(testInputs({}, { hosts: [planes[0], worker] })));
  expect(text).toBe(`apiVersion: kubeone.k8c.io/v1beta2
kind: KubeOneCluster
name: rack-a
versions:
  kubernetes: 1.34.4
cloudProvider:
  none: {}
apiEndpoint:
  host: 192.0.2.9
  port: 6443
controlPlane:
  hosts:
    - publicAddress: 192.0.2.10
      privateAddress: 10.0.0.10
      hostname: metal-0
      sshUsername: root
      sshPort: 22
      sshAgentSocket: env:SSH_AUTH_SOCK
      sshHostPublicKey: AAAAAAAAAAAAAAAAAAAAAAAAecdsakey
      labels:
        topology.kubernetes.io/zone: a
      kubelet:
        maxPods: 110
staticWorkers:
  hosts:
    - publicAddress: 192.0.2.13
      privateAddress: 192.0.2.13
      hostname: metal-3
      sshUsername: root
      sshPort: 22
      sshAgentSocket: env:SSH_AUTH_SOCK
      sshHostPublicKey: AAAAAAAAAAAAAAAAAAAAAAAAed25519k
      kubelet:
        maxPods: 110
clusterNetwork:
  podSubnet: 10.244.0.0/16
  serviceSubnet: 10.96.0.0/12
  nodeCIDRMaskSizeIPv4: 24
  cni:
    cilium:
      kubeProxyReplacement: disabled
      enableHubble: false
      enableLocalRedirectPolicy: false
containerRuntime:
  containerd:
    deviceOwnershipFromSecurityContext: true
controlPlaneComponents:
  apiServer:
    flags:
      enable-admission-plugins: ${admissionFlags('1.34.4')['enable-admission-plugins'] ?? ''}
systemPackages:
  configureRepositories: true
features:
  encryptionProviders:
    enable: true
  staticAuditLog:
    enable: true
    config:
      policyFilePath: audit-policy.yaml
      logMaxAge: 30
      logMaxBackup: 3
      logMaxSize: 100
  nodeLocalDNS:
    deploy: true
  metricsServer:
    enable: true
`);
});

// Proves: virtual-machines.host-labels
test('renders region, zone, labels, taints, annotations, bastion and key file of a host', () => {
  const host = {
    ...worker,
    region: 'north',
    zone: 'c',
    labels: { 'example.org/kubevirt': 'true' },
    annotations: { 'example.org/csi': 'local' },
    taints: [{ key: 'example.org/virtualization', effect: 'NoSchedule' }],
    sshUsername: 'ops',
    sshPort: 2222,
    maxPods: 250,
  };
  const ssh = {
    privateKeyFile: '~/.ssh/rack-a',
    bastion: { address: 'jump.example.org', username: 'jump', hostKeys: worker.hostKeys },
  };
  const { staticWorkers } = renderKubeoneManifest(
    testInputs({}, { hosts: [planes[0], host], ssh }),
  );
  expect(staticWorkers?.hosts).toEqual([
    {
      publicAddress: '192.0.2.13',
      privateAddress: '192.0.2.13',
      hostname: 'metal-3',
      sshUsername: 'ops',
      sshPort: 2222,
      sshPrivateKeyFile: '~/.ssh/rack-a',
      sshHostPublicKey: 'AAAAAAAAAAAAAAAAAAAAAAAAed25519k',
      bastion: 'jump.example.org',
      bastionPort: 22,
      bastionUser: 'jump',
      bastionHostPublicKey: 'AAAAAAAAAAAAAAAAAAAAAAAAed25519k',
      bastionPrivateKeyFile: '~/.ssh/rack-a',
      taints: [{ key: 'example.org/virtualization', effect: 'NoSchedule' }],
      labels: {
        'topology.kubernetes.io/region': 'north',
        'topology.kubernetes.io/zone': 'c',
        'example.org/kubevirt': 'true',
      },
      annotations: { 'example.org/csi': 'local' },
      kubelet: { maxPods: 250 },
    },
  ]);
});

test("a host without maxPods has the kubelet's own number, because KubeOne takes no earlier number away", () => {
  const { staticWorkers } = renderKubeoneManifest(testInputs({}, { hosts: [planes[0], worker] }));
  expect(staticWorkers?.hosts.map(({ kubelet }) => kubelet)).toEqual([{ maxPods: 110 }]);
});

test('without kube-proxy, Cilium redirects to the DNS cache', () => {
  const cni = { kubeProxyReplacement: true };
  const { clusterNetwork, features } = renderKubeoneManifest(testInputs({ network: { cni } }));
  expect(clusterNetwork.kubeProxy).toEqual({ skipInstallation: true });
  expect(clusterNetwork.cni.cilium).toEqual({
    kubeProxyReplacement: 'strict',
    enableHubble: false,
    enableLocalRedirectPolicy: true,
  });
  expect(features.nodeLocalDNS).toEqual({ deploy: false });
});

const registries = {
  'docker.io': {
    mirrors: ['https://mirror.example.org'],
    overridePath: true,
    insecureSkipVerify: true,
    username: 'puller',
    password: 'canary-registry',
  },
};
const backups = {
  repository: 's3:https://s3.example.org/rack-a',
  password: 'canary-restic',
  accessKeyId: 'canary-id',
  secretAccessKey: 'canary-key',
};

test('secrets are in the credentials file, not in the manifest', () => {
  const inputs = testInputs({ containerd: { registries }, backups });
  const manifest = renderKubeoneManifest(inputs);
  expect(manifestText(manifest)).not.toContain('canary');
  expect(manifest.containerRuntime.containerd.registries).toEqual({
    'docker.io': {
      mirrors: ['https://mirror.example.org'],
      overridePath: true,
      tlsConfig: { insecureSkipVerify: true },
    },
  });
  expect(manifest.addons).toEqual({
    enable: true,
    path: './addons',
    addons: [
      {
        name: 'backups-restic',
        params: {
          s3Bucket: 's3:https://s3.example.org/rack-a',
          awsDefaultRegion: 'us-east-1',
          resticPassword: 'env:STRATA_RESTIC_PASSWORD',
        },
      },
    ],
  });
  expect(credentialsFile(inputs.kubeone)).toBe(`AWS_ACCESS_KEY_ID: canary-id
AWS_SECRET_ACCESS_KEY: canary-key
registriesAuth: |
  apiVersion: kubeone.k8c.io/v1beta2
  kind: ContainerRuntimeContainerd
  registries:
    docker.io:
      auth:
        username: puller
        password: canary-registry
`);
  expect(credentialsFile(testInputs().kubeone)).toBeUndefined();
});

const offline = {
  imageRegistry: { overwrite: 'registry.example.org', insecure: true },
  configurePackageRepositories: false,
  containerd: { registries, sandboxImage: 'registry.example.org:5000/pause:3.10' },
};

// Proves: infra-cluster.runtime-and-cni
test.each([
  ['with default settings', {}],
  ['with Canal', { network: { cni: { name: 'canal', mtu: 8950 } } }],
  ['with an external network', { network: { cni: { name: 'external' } } }],
  ['without kube-proxy', { network: { cni: { kubeProxyReplacement: true, hubble: true } } }],
  ['offline', offline],
  ['with backups', { backups }],
  [
    'with no features at all',
    {
      features: {
        encryptionAtRest: false,
        auditLog: { enabled: false },
        nodeLocalDns: false,
        metricsServer: false,
      },
    },
  ],
  [
    'with other names',
    {
      name: 'rack-b',
      apiEndpoint: { host: 'api.example.org', port: 443, alternativeNames: ['192.0.2.9'] },
    },
  ],
])("KubeOne's own loader accepts a cluster %s", async (_, kubeone) => {
  const inputs = testInputs(kubeone);
  const text = manifestText(renderKubeoneManifest(inputs));
  expect(await validateManifest(text, inputs.hosts, env)).toEqual({ problems: [] });
});

test("KubeOne's own loader accepts an empty list of taints, maxPods and a bastion", async () => {
  const hosts = [
    { ...planes[0], taints: [] },
    { ...worker, maxPods: 250 },
  ];
  const ssh = {
    privateKeyFile: '/keys/id',
    bastion: { address: 'jump', hostKeys: worker.hostKeys },
  };
  const inputs = testInputs({}, { hosts, ssh });
  const text = manifestText(renderKubeoneManifest(inputs));
  expect(text).toContain('taints: []');
  expect(await validateManifest(text, inputs.hosts, env)).toEqual({ problems: [] });
});
