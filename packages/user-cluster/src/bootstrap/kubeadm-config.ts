// SPDX-License-Identifier: Apache-2.0
import { mirrorImage } from '@strata/contracts';
import { etcdSettings } from '../backup/etcd-endpoint.ts';
import { apiPort } from '../machines/index.ts';
import { apiServerFiles, signingFile } from './control-plane-files.ts';
import { peerAddress } from './bootstrap-args.ts';
import type { BootstrapArgs, ControlPlaneBootstrapArgs } from './bootstrap-args.ts';
import { layoutOf } from './guest-layouts.ts';
import { renderKubeletConfig } from './kubelet-config.ts';
import { taintsOf } from './node-taints.ts';

/** @see https://kubernetes.io/docs/reference/config-api/kubeadm-config.v1beta4/ */
const apiVersion = 'kubeadm.k8s.io/v1beta4';

/** File from which a VM makes a cluster, or joins one. */
export const kubeadmFile = { folder: '/etc/strata', name: 'kubeadm.yaml' } as const;

/** Folder with the patches that kubeadm applies to the files that it writes. */
export const patchesFolder = '/etc/strata/patches';

/**
 * Kubeconfig that a control-plane VM makes with the cluster's keys before it joins:
 * scripts/bootstrap.sh.
 */
const ownKubeconfig = '/etc/kubernetes/super-admin.conf';

const upstreamRegistry = 'registry.k8s.io';

/**
 * Lifetime of the certificates that kubeadm makes, in days; five years. They are on the same disk as the
 * authority that signs them, so a shorter life would protect nothing; every VM that replaces another has
 * new ones.
 */
export const machineCertificateDays = 1825;

/** Flags by name, as kubeadm takes them. */
type Flags = Readonly<Record<string, string>>;

const flags = (values: Flags) => Object.entries(values).map(([name, value]) => ({ name, value }));

/**
 * Returns the flags of a single member of etcd: it listens on loopback only, on no address that a VM
 * could lose.
 */
function lonelyEtcdFlags(member: string): Flags {
  const [clients, peers] = ['https://127.0.0.1:2379', 'https://127.0.0.1:2380'];
  return {
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': `${member}=${peers}`,
  };
}

const fileMount = (name: string, path: string) => ({
  name,
  hostPath: path,
  mountPath: path,
  readOnly: true,
  pathType: 'File',
});

/**
 * Renders the API server: encryption at rest, issuers of tokens and the audit log. Bootstrap tokens and NodeRestriction are
 * on in kubeadm's own flags.
 */
function renderApiServer({ config }: ControlPlaneBootstrapArgs) {
  const { endpoint, replicas } = config.controlPlane;
  const { address, alternativeNames } = endpoint;
  const { maxAgeDays, maxBackups, maxSizeMiB } = config.audit.log;
  const hasWebhook = config.audit.webhook !== undefined;
  const hasIssuers = config.oidc.issuers.length > 0;
  return {
    certSANs: [address, ...alternativeNames],
    extraArgs: flags({
      // Pods find the API here, by the Service "kubernetes": only members of the peers' network could
      // reach the addresses that VMs have there.
      ...(replicas > 1 && { 'advertise-address': address }),
      'encryption-provider-config': apiServerFiles.encryption,
      ...(hasIssuers && { 'authentication-config': apiServerFiles.authentication }),
      'audit-policy-file': apiServerFiles.auditPolicy,
      'audit-log-path': `${apiServerFiles.auditLogs}/audit.log`,
      'audit-log-maxage': `${maxAgeDays}`,
      'audit-log-maxbackup': `${maxBackups}`,
      'audit-log-maxsize': `${maxSizeMiB}`,
      ...(hasWebhook && { 'audit-webhook-config-file': apiServerFiles.auditWebhook }),
    }),
    extraVolumes: [
      fileMount('strata-encryption', apiServerFiles.encryption),
      ...(hasIssuers ? [fileMount('strata-authentication', apiServerFiles.authentication)] : []),
      fileMount('strata-audit-policy', apiServerFiles.auditPolicy),
      ...(hasWebhook ? [fileMount('strata-audit-webhook', apiServerFiles.auditWebhook)] : []),
      {
        name: 'strata-audit-logs',
        hostPath: apiServerFiles.auditLogs,
        mountPath: apiServerFiles.auditLogs,
        pathType: 'DirectoryOrCreate',
      },
    ],
  };
}

/**
 * Renders the image repositories. Upstream has CoreDNS in a folder of its own; kubeadm adds that folder
 * for no other registry.
 */
function renderImages(mirror: string | undefined) {
  if (mirror === undefined) return { imageRepository: upstreamRegistry };
  const folder = mirrorImage(`${upstreamRegistry}/coredns`, mirror);
  return { imageRepository: mirror, dns: { imageRepository: folder } };
}

/**
 * Flags of the controller manager and the scheduler on a single control-plane node. With an election
 * each of them ends when it could not renew its lease for 10 seconds, because the API or etcd was slow;
 * after a few times the kubelet waits for minutes before it starts it again.
 *
 * @see https://github.com/kubernetes/component-base/blob/v0.35.4/config/v1alpha1/defaults.go RecommendedDefaultLeaderElectionConfiguration
 */
const loneManagerFlags = { 'leader-elect': 'false' };

/**
 * Returns the flag of the authority that signs certificates for kubelets. While it is rotated, kubeadm's own
 * flag names a file with two, and the controller manager takes one alone.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/controller/certificates/signer/ca_provider.go setCA
 */
function signerFlags(args: ControlPlaneBootstrapArgs): Flags {
  const file = signingFile(args);
  return file === undefined ? {} : { 'cluster-signing-cert-file': file };
}

/** Renders what differs from kubeadm's own etcd: the addresses of a lonely member, and backups. */
function renderEtcd({ config, index, namespace }: ControlPlaneBootstrapArgs) {
  const { flags: forBackups, names } = etcdSettings(config, namespace);
  const isAlone = config.controlPlane.replicas === 1;
  const all = { ...(isAlone && lonelyEtcdFlags(`cp-${index}`)), ...forBackups };
  return {
    ...(Object.keys(all).length > 0 && { extraArgs: flags(all) }),
    ...(names.length > 0 && { serverCertSANs: [...names] }),
  };
}

function renderCluster(args: ControlPlaneBootstrapArgs) {
  const { cluster, config, platform } = args;
  const { kubernetes, controlPlane, cni } = config;
  const isAlone = controlPlane.replicas === 1;
  const { volumePlugins } = layoutOf(args.machine);
  return {
    apiVersion,
    kind: 'ClusterConfiguration',
    clusterName: cluster,
    kubernetesVersion: `v${kubernetes.version}`,
    controlPlaneEndpoint: `${controlPlane.endpoint.address}:${apiPort}`,
    encryptionAlgorithm: 'ECDSA-P256',
    certificateValidityPeriod: `${machineCertificateDays * 24}h0m0s`,
    ...renderImages(platform.registryMirror),
    networking: {
      podSubnet: kubernetes.podCidr,
      serviceSubnet: kubernetes.serviceCidr,
      dnsDomain: kubernetes.dnsDomain,
    },
    apiServer: renderApiServer(args),
    controllerManager: {
      extraArgs: flags({
        ...(isAlone && loneManagerFlags),
        ...signerFlags(args),
        ...(volumePlugins !== undefined && { 'flex-volume-plugin-dir': volumePlugins }),
      }),
    },
    scheduler: { extraArgs: flags(isAlone ? loneManagerFlags : {}) },
    etcd: {
      local: {
        dataDir: '/var/lib/etcd',
        ...renderEtcd(args),
      },
    },
    proxy: { disabled: cni.kubeProxyReplacement },
  };
}

/** Renders labels sorted by key, so that their order in the configuration changes nothing. */
function renderLabels(labels: Readonly<Record<string, string>>): string {
  const entries = Object.entries(labels).sort(([one], [other]) => (one < other ? -1 : 1));
  return entries.map(([key, value]) => `${key}=${value}`).join(',');
}

function renderRegistration(args: BootstrapArgs) {
  const { role, machine } = args;
  const labels = renderLabels(machine.labels);
  return {
    criSocket: 'unix:///run/containerd/containerd.sock',
    // The disk of etcd is never empty: it has a file system, and data of the cluster after the first
    // boot.
    ...(role === 'control-plane' && { ignorePreflightErrors: ['DirAvailable--var-lib-etcd'] }),
    kubeletExtraArgs: flags({
      'cloud-provider': 'external',
      ...(labels !== '' && { 'node-labels': labels }),
    }),
    taints: taintsOf(args),
  };
}

/**
 * Returns the address at which the VM's kubelet finds its own API, and at which etcd's members find this
 * one: an address that never changes.
 */
function localEndpoint(args: ControlPlaneBootstrapArgs) {
  const { address } = args.config.controlPlane.endpoint;
  return { advertiseAddress: peerAddress(args, args.index) ?? address, bindPort: apiPort };
}

const patches = { directory: patchesFolder };

/** Tells the token that kubeadm always makes from the one that VMs join with. */
export const initTokenDescription = 'of kubeadm init, not used';

function renderInit(args: ControlPlaneBootstrapArgs) {
  return {
    apiVersion,
    kind: 'InitConfiguration',
    // kubeadm always makes a token. VMs join with another one, so this one expires soon.
    bootstrapTokens: [{ description: initTokenDescription, ttl: '1m0s' }],
    localAPIEndpoint: localEndpoint(args),
    nodeRegistration: renderRegistration(args),
    patches,
  };
}

/**
 * Renders how a VM finds the API: workers verify it by its pin; control-plane VMs have the cluster's
 * keys, and a kubeconfig made with them.
 */
function renderDiscovery(args: BootstrapArgs) {
  if (args.role === 'control-plane') return { file: { kubeConfigPath: ownKubeconfig } };
  const { config, authority, token } = args;
  return {
    bootstrapToken: {
      token,
      apiServerEndpoint: `${config.controlPlane.endpoint.address}:${apiPort}`,
      caCertHashes: [...authority.publicKeyPins],
    },
  };
}

function renderJoin(args: BootstrapArgs) {
  return {
    apiVersion,
    kind: 'JoinConfiguration',
    discovery: renderDiscovery(args),
    nodeRegistration: renderRegistration(args),
    ...(args.role === 'control-plane' && {
      controlPlane: { localAPIEndpoint: localEndpoint(args) },
    }),
    patches,
  };
}

/** Renders the documents of one file. They are JSON, because all JSON is YAML. */
function documents(...values: readonly object[]): string {
  return values.map((value) => `${JSON.stringify(value, null, 2)}\n`).join('---\n');
}

/**
 * Renders kubeadm's configurations by the file that they are in: how a VM makes a cluster, and how it
 * joins one. Tests have kubeadm itself judge them: `kubeadm config validate`.
 */
export function kubeadmConfigs(args: BootstrapArgs): Readonly<Record<string, string>> {
  if (args.role === 'worker') return { [kubeadmFile.name]: documents(renderJoin(args)) };
  const { config } = args;
  return {
    [kubeadmFile.name]: documents(
      renderInit(args),
      renderCluster(args),
      renderKubeletConfig(config),
    ),
    ...(config.controlPlane.replicas > 1 && { 'kubeadm-join.yaml': documents(renderJoin(args)) }),
  };
}
