// SPDX-License-Identifier: Apache-2.0

/** What KubeOne itself switches on in API servers of some minors of Kubernetes. */
interface PluginList {
  /** Minors of Kubernetes. */
  readonly minors: readonly string[];
  readonly plugins: readonly string[];
}

const common = [
  ...['CertificateApproval', 'CertificateSigning', 'CertificateSubjectRestriction'],
  ...['DefaultIngressClass', 'DefaultStorageClass', 'DefaultTolerationSeconds', 'LimitRanger'],
  ...['MutatingAdmissionWebhook', 'NamespaceLifecycle', 'NodeRestriction'],
  ...['PersistentVolumeClaimResize', 'PodSecurity', 'Priority', 'ResourceQuota', 'RuntimeClass'],
  ...['ServiceAccount', 'StorageObjectInUseProtection', 'TaintNodesByCondition'],
  ...['ValidatingAdmissionPolicy', 'ValidatingAdmissionWebhook'],
] as const;

/**
 * KubeOne's own lists. `controlPlaneComponents.apiServer.flags` takes the place of a flag that KubeOne
 * sets, and does not add to it, so whoever names one more plugin has to name these, too. Features of
 * KubeOne that add plugins (PodNodeSelector, EventRateLimit, AlwaysPullImages) would be lost; Strata
 * switches none of them on.
 *
 * The order says nothing: the API server has one of its own.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/kubeflags/data.go
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/templates/kubeadm/v1beta4/kubeadm.go addControlPlaneComponentsAdditionalArgs
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubeapiserver/options/plugins.go AllOrderedPlugins
 */
export const kubeonePlugins = {
  /** The version of KubeOne that this was read in. */
  readIn: '1.14.2',
  lists: [
    {
      minors: ['1.34'],
      plugins: [
        ...common,
        ...['ClusterTrustBundleAttest', 'MutatingAdmissionPolicy', 'PodTopologyLabels'],
      ],
    },
    { minors: ['1.35'], plugins: common },
    { minors: ['1.36'], plugins: [...common, 'PodGroupProtection'] },
  ] as readonly PluginList[],
} as const;

/** Refuses new `externalIPs` of every Service, with which its owner takes the traffic of others (CVE-2020-8554). */
const ownPlugins = ['DenyServiceExternalIPs'] as const;

/**
 * The flag by which API servers have the plugins of KubeOne, and ours.
 *
 * @param version - of Kubernetes, such as `1.35.4`.
 * @returns none for a minor that KubeOne's table does not have: it keeps what KubeOne gives it.
 */
export function admissionFlags(version: string): Readonly<Record<string, string>> {
  const minor = version.split('.').slice(0, 2).join('.');
  const list = kubeonePlugins.lists.find(({ minors }) => minors.includes(minor));
  if (list === undefined) return {};
  return { 'enable-admission-plugins': [...list.plugins, ...ownPlugins].join(',') };
}
