// SPDX-License-Identifier: Apache-2.0
import { bookkeeping, commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';

const ownNames = 'machines have the name of their pool and a number';

const ownDrain = 'a machine goes once its pods have left, or when drain.timeoutSeconds is over';

const { noRepair } = commonReasons;

const ownGates = 'a machine is there once its node is Ready';

/**
 * Keys of a Cluster, in v1beta1 and v1beta2.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta1/cluster_types.go `ClusterSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/cluster_types.go `ClusterSpec`
 */
export const leftOutOfClusters: LeftOut = {
  ...bookkeeping,
  'metadata.name': '',
  'spec.availabilityGates': '',
  'spec.clusterNetwork.apiServerPort': 'the API listens on port 6443 of controlPlane.endpoint',
  'spec.controlPlaneEndpoint': commonReasons.ownEndpoint,
  'spec.controlPlaneRef':
    'control planes are machines with kubeadm: controlPlane says how large and how many',
  'spec.infrastructureRef': '',
  'spec.paused': '',
  'spec.topology':
    'the objects that Cluster API has made from it are translated: export those of the running cluster',
};

/**
 * Keys of a KubevirtCluster.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api-provider-kubevirt/blob/v0.11.2/api/v1alpha1/kubevirtcluster_types.go `KubevirtClusterSpec`
 */
export const leftOutOfKubevirtClusters: LeftOut = {
  ...bookkeeping,
  'metadata.name': '',
  'spec.controlPlaneEndpoint': commonReasons.ownEndpoint,
  'spec.controlPlaneServiceTemplate': commonReasons.ownEndpoint,
  'spec.infraClusterSecretRef': commonReasons.ownAccount,
  'spec.sshKeys': `the key by which CAPK looks into machines ${commonReasons.onlyPeople}`,
};

/**
 * Keys of a KubeadmControlPlane, in v1beta1 and v1beta2, but those of `kubeadmConfigSpec`.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/controlplane/kubeadm/v1beta1/kubeadm_control_plane_types.go `KubeadmControlPlaneSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/controlplane/kubeadm/v1beta2/kubeadm_control_plane_types.go `KubeadmControlPlaneSpec`
 */
export const leftOutOfControlPlanes: LeftOut = {
  ...bookkeeping,
  'spec.machineNaming': 'machines of a control plane are cp-0, cp-1 and cp-2',
  'spec.machineNamingStrategy': 'machines of a control plane are cp-0, cp-1 and cp-2',
  'spec.machineTemplate.infrastructureRef': '',
  'spec.machineTemplate.metadata': '',
  'spec.machineTemplate.metadata.annotations': commonReasons.onlyPoolLabels,
  'spec.machineTemplate.nodeDeletionTimeout': ownDrain,
  'spec.machineTemplate.nodeVolumeDetachTimeout': ownDrain,
  'spec.machineTemplate.readinessGates': ownGates,
  'spec.machineTemplate.spec.deletion': ownDrain,
  'spec.machineTemplate.spec.infrastructureRef': '',
  'spec.machineTemplate.spec.readinessGates': ownGates,
  'spec.remediation': noRepair,
  'spec.remediationStrategy': noRepair,
  'spec.rollout': 'machines of a control plane are replaced one by one',
  'spec.rollout.after': '',
  'spec.rollout.before': 'certificates are renewed by updates of the stack',
  'spec.rolloutAfter': '',
  'spec.rolloutBefore': 'certificates are renewed by updates of the stack',
  'spec.rolloutStrategy': 'machines of a control plane are replaced one by one',
};

const autoscaler = 'metadata.annotations.cluster.x-k8s.io/cluster-api-autoscaler-node-group';

/**
 * Keys of a MachineDeployment, in v1beta1 and v1beta2.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta1/machinedeployment_types.go `MachineDeploymentSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/machinedeployment_types.go `MachineDeploymentSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/machine_types.go `MachineSpec`
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/common_types.go `AutoscalerMinSizeAnnotation`
 */
export const leftOutOfDeployments: LeftOut = {
  ...bookkeeping,
  [`${autoscaler}-min-size`]: commonReasons.noAutoscaler,
  [`${autoscaler}-max-size`]: commonReasons.noAutoscaler,
  'spec.clusterName': '',
  'spec.deletion': 'a pool that becomes smaller loses the machines with the highest numbers',
  'spec.machineNaming': ownNames,
  'spec.machineNamingStrategy': ownNames,
  'spec.paused': commonReasons.noPause,
  'spec.progressDeadlineSeconds': commonReasons.joinSeconds,
  'spec.remediation': noRepair,
  'spec.revisionHistoryLimit': '',
  'spec.rollout.after': '',
  'spec.rolloutAfter': '',
  'spec.selector': '',
  'spec.strategy.remediation': noRepair,
  'spec.strategy.rollingUpdate.deletePolicy':
    'a pool that becomes smaller loses the machines with the highest numbers',
  'spec.template.metadata': '',
  'spec.template.metadata.annotations': commonReasons.onlyPoolLabels,
  'spec.template.spec.bootstrap.configRef':
    'machines join by kubeadm, as cloud-init or Ignition tells them',
  'spec.template.spec.bootstrap.dataSecretName': 'machines get start data of their own',
  'spec.template.spec.clusterName': '',
  'spec.template.spec.deletion': ownDrain,
  'spec.template.spec.failureDomain':
    'nodes have the zone of their host; scheduling says which hosts',
  'spec.template.spec.infrastructureRef': '',
  'spec.template.spec.nodeDeletionTimeout': ownDrain,
  'spec.template.spec.nodeVolumeDetachTimeout': ownDrain,
  'spec.template.spec.providerID': '',
  'spec.template.spec.readinessGates': ownGates,
  'spec.template.spec.taints': 'a node has its taints from its start on',
};
