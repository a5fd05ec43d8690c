// SPDX-License-Identifier: Apache-2.0
import { commonReasons } from '../translate/left-out.ts';

/** Kinds of objects that are translated, and the groups of their APIs. */
export type TranslatedKind = keyof typeof translatedKinds;

/**
 * Objects that describe a cluster of Cluster API, by their kinds, with their groups.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/groupversion_info.go
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/controlplane/kubeadm/v1beta2/groupversion_info.go
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/bootstrap/kubeadm/v1beta2/groupversion_info.go
 * @see https://github.com/kubernetes-sigs/cluster-api-provider-kubevirt/blob/v0.11.2/api/v1alpha1/groupversion_info.go
 */
export const translatedKinds = {
  Cluster: 'cluster.x-k8s.io',
  MachineDeployment: 'cluster.x-k8s.io',
  KubeadmControlPlane: 'controlplane.cluster.x-k8s.io',
  KubeadmConfigTemplate: 'bootstrap.cluster.x-k8s.io',
  KubevirtCluster: 'infrastructure.cluster.x-k8s.io',
  KubevirtMachineTemplate: 'infrastructure.cluster.x-k8s.io',
} as const;

const ofClass = 'profiles say what clusters share';

const { delivered, noRepair, noSecret } = commonReasons;

/**
 * Other objects that an export may have, by their kinds, and why they are left out. An empty reason:
 * controllers make them from those above.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/machinehealthcheck_types.go `MachineHealthCheckSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/addons/v1beta2/clusterresourceset_types.go `ClusterResourceSetSpec`
 */
export const otherKinds: Readonly<Record<string, string>> = {
  Machine: '',
  MachineSet: '',
  KubeadmConfig: '',
  KubevirtMachine: '',
  ClusterClass: ofClass,
  KubeadmControlPlaneTemplate: ofClass,
  KubevirtClusterTemplate: ofClass,
  MachineHealthCheck: noRepair,
  MachinePool: 'pools come from MachineDeployments',
  ClusterResourceSet: delivered,
  ClusterResourceSetBinding: '',
  HelmChartProxy: delivered,
  Secret: noSecret,
};

/**
 * Label of the cloud controller's objects in CAPK's templates: a part of the file that is no object of
 * Cluster API.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api-provider-kubevirt/blob/v0.11.2/templates/cluster-template-kccm.yaml
 */
export const extraResourceLabel = 'capk.cluster.x-k8s.io/template-kind';

/** Why the objects with that label are left out. */
export const ownCloudController =
  'each cluster has a cloud controller of its own on the infra cluster';
