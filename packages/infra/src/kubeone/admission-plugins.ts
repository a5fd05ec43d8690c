// SPDX-License-Identifier: Apache-2.0

/** Admission plugins that KubeOne enables in API servers of some Kubernetes minors. */
interface PluginList {
  /** Kubernetes minors, such as `1.35`. */
  readonly minors: readonly string[];
  readonly plugins: readonly string[];
}

const common = [
  'CertificateApproval',
  'CertificateSigning',
  'CertificateSubjectRestriction',
  'DefaultIngressClass',
  'DefaultStorageClass',
  'DefaultTolerationSeconds',
  'LimitRanger',
  'MutatingAdmissionWebhook',
  'NamespaceLifecycle',
  'NodeRestriction',
  'PersistentVolumeClaimResize',
  'PodSecurity',
  'Priority',
  'ResourceQuota',
  'RuntimeClass',
  'ServiceAccount',
  'StorageObjectInUseProtection',
  'TaintNodesByCondition',
  'ValidatingAdmissionPolicy',
  'ValidatingAdmissionWebhook',
] as const;

/**
 * KubeOne's own lists of plugins. `controlPlaneComponents.apiServer.flags` replaces a flag that
 * KubeOne sets instead of adding to it, so a list with one more plugin must repeat these. Plugins
 * that features of KubeOne add (PodNodeSelector, EventRateLimit, AlwaysPullImages) would be lost;
 * Strata enables none of these features.
 *
 * The order does not matter: the API server runs plugins in its own order.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/kubeflags/data.go
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/kubeadm/v1beta4/kubeadm.go addControlPlaneComponentsAdditionalArgs
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubeapiserver/options/plugins.go AllOrderedPlugins
 */
export const kubeonePlugins = {
  /** Version of KubeOne that the lists were copied from. */
  readIn: '1.14.2',
  lists: [
    {
      minors: ['1.34'],
      plugins: [
        ...common,
        'ClusterTrustBundleAttest',
        'MutatingAdmissionPolicy',
        'PodTopologyLabels',
      ],
    },
    { minors: ['1.35'], plugins: common },
    { minors: ['1.36'], plugins: [...common, 'PodGroupProtection'] },
  ] as readonly PluginList[],
} as const;

/** Plugins that Strata adds: this one refuses new `externalIPs` of Services, by which their owner could take the traffic of others (CVE-2020-8554). */
const ownPlugins = ['DenyServiceExternalIPs'] as const;

/**
 * Returns the API server flag that enables the plugins of KubeOne and those of Strata.
 *
 * @param version - version of Kubernetes, such as `1.35.4`.
 * @returns no flag for a minor without a list: its API servers keep the plugins of KubeOne.
 */
export function admissionFlags(version: string): Readonly<Record<string, string>> {
  const minor = version.split('.').slice(0, 2).join('.');
  const list = kubeonePlugins.lists.find(({ minors }) => minors.includes(minor));
  if (list === undefined) return {};
  return { 'enable-admission-plugins': [...list.plugins, ...ownPlugins].join(',') };
}
