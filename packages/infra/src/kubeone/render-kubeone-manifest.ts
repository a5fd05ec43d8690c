// SPDX-License-Identifier: Apache-2.0
import { dumpYaml } from '@kubernetes/client-node/dist/yaml.js';
import type { HostConfig, KubeoneConfig, SshConfig } from '../config/index.ts';
import { admissionFlags } from './admission-plugins.ts';
import { auditPolicyFile } from './audit-policy.ts';
import { dnsCacheOf } from './dns-cache.ts';
import type {
  KubeOneManifest,
  ManifestCni,
  ManifestFeatures,
  ManifestRegistry,
} from './kubeone-manifest.ts';
import { ownAddonsPath } from './own-addons.ts';
import { renderKubeoneHost } from './render-kubeone-host.ts';
import { resticPasswordVariable } from './runner/run-variables.ts';

/** Inputs of a manifest. */
export interface KubeoneInputs {
  readonly environment: string;
  readonly hosts: readonly HostConfig[];
  readonly ssh: SshConfig;
  readonly kubeone: KubeoneConfig;
}

/** Returns the name of the cluster in KubeOne (default: the environment). */
export function kubeoneName({
  environment,
  kubeone,
}: Pick<KubeoneInputs, 'environment' | 'kubeone'>) {
  return kubeone.name ?? environment;
}

const cniRenderers: Record<
  KubeoneConfig['network']['cni']['name'],
  (kubeone: KubeoneConfig) => ManifestCni
> = {
  cilium: (kubeone) => ({
    cilium: {
      kubeProxyReplacement: kubeone.network.cni.kubeProxyReplacement ? 'strict' : 'disabled',
      enableHubble: kubeone.network.cni.hubble,
      enableLocalRedirectPolicy: dnsCacheOf(kubeone).mode === 'redirect',
    },
  }),
  canal: ({ network }) => ({ canal: { mtu: network.cni.mtu } }),
  external: () => ({ external: {} }),
};

function renderFeatures(kubeone: KubeoneConfig): ManifestFeatures {
  const { encryptionAtRest, auditLog, metricsServer } = kubeone.features;
  return {
    encryptionProviders: { enable: encryptionAtRest },
    ...(auditLog.enabled && {
      staticAuditLog: {
        enable: true,
        config: {
          policyFilePath: auditPolicyFile,
          logMaxAge: auditLog.maxAgeDays,
          logMaxBackup: auditLog.maxBackups,
          logMaxSize: auditLog.maxSizeMiB,
        },
      },
    }),
    nodeLocalDNS: { deploy: dnsCacheOf(kubeone).mode === 'address' },
    metricsServer: { enable: metricsServer },
  };
}

function renderRegistry(
  registry: KubeoneConfig['containerd']['registries'][string],
): ManifestRegistry {
  const { mirrors, overridePath, insecureSkipVerify } = registry;
  return {
    mirrors,
    ...(overridePath && { overridePath }),
    ...(insecureSkipVerify && { tlsConfig: { insecureSkipVerify } }),
  };
}

function renderContainerd({ registries, sandboxImage }: KubeoneConfig['containerd']) {
  const entries = Object.entries(registries);
  return {
    // Off by default in v1beta2. Without it CDI and VMs cannot write to block volumes.
    deviceOwnershipFromSecurityContext: true,
    ...(sandboxImage !== undefined && { sandboxImage }),
    ...(entries.length > 0 && {
      registries: Object.fromEntries(entries.map(([name, one]) => [name, renderRegistry(one)])),
    }),
  };
}

function renderAddons(backups: KubeoneConfig['backups']): Pick<KubeOneManifest, 'addons'> {
  if (backups === undefined) return {};
  const params = {
    s3Bucket: backups.repository,
    awsDefaultRegion: backups.region,
    // KubeOne reads the password from this environment variable when it runs.
    resticPassword: `env:${resticPasswordVariable}`,
  };
  return {
    addons: { enable: true, path: ownAddonsPath, addons: [{ name: 'backups-restic', params }] },
  };
}

function renderNetwork(kubeone: KubeoneConfig): KubeOneManifest['clusterNetwork'] {
  const { podSubnet, serviceSubnet, nodePrefixLength, cni } = kubeone.network;
  return {
    podSubnet,
    serviceSubnet,
    nodeCIDRMaskSizeIPv4: nodePrefixLength,
    cni: cniRenderers[cni.name](kubeone),
    ...(cni.name === 'cilium' &&
      cni.kubeProxyReplacement && { kubeProxy: { skipInstallation: true } }),
  };
}

function renderHosts({ hosts, ssh }: KubeoneInputs) {
  const render = (role: HostConfig['role']) =>
    hosts.filter((host) => host.role === role).map((host) => renderKubeoneHost(host, ssh));
  const workers = render('worker');
  return {
    controlPlane: { hosts: render('control-plane') },
    ...(workers.length > 0 && { staticWorkers: { hosts: workers } }),
  };
}

/** Renders the KubeOne manifest of a cluster; it contains no secret. */
export function renderKubeoneManifest(inputs: KubeoneInputs): KubeOneManifest {
  const { kubeone } = inputs;
  const { host, port, alternativeNames } = kubeone.apiEndpoint;
  return {
    apiVersion: `kubeone.k8c.io/${kubeone.apiVersion}`,
    kind: 'KubeOneCluster',
    name: kubeoneName(inputs),
    versions: { kubernetes: kubeone.version },
    cloudProvider: { none: {} },
    apiEndpoint: { host, port, ...(alternativeNames.length > 0 && { alternativeNames }) },
    ...renderHosts(inputs),
    clusterNetwork: renderNetwork(kubeone),
    containerRuntime: { containerd: renderContainerd(kubeone.containerd) },
    ...(kubeone.imageRegistry !== undefined && {
      registryConfiguration: {
        overwriteRegistry: kubeone.imageRegistry.overwrite,
        insecureRegistry: kubeone.imageRegistry.insecure,
      },
    }),
    controlPlaneComponents: { apiServer: { flags: admissionFlags(kubeone.version) } },
    systemPackages: { configureRepositories: kubeone.configurePackageRepositories },
    features: renderFeatures(kubeone),
    ...renderAddons(kubeone.backups),
  };
}

/** Renders the manifest as YAML. */
export function manifestText(manifest: KubeOneManifest): string {
  return dumpYaml(manifest, { noRefs: true, lineWidth: -1 });
}
