// SPDX-License-Identifier: Apache-2.0

/** Pulumi's type tokens of the resources that policies look at. */
export const kinds = {
  cronJob: 'kubernetes:batch/v1:CronJob',
  daemonSet: 'kubernetes:apps/v1:DaemonSet',
  deployment: 'kubernetes:apps/v1:Deployment',
  job: 'kubernetes:batch/v1:Job',
  pod: 'kubernetes:core/v1:Pod',
  replicaSet: 'kubernetes:apps/v1:ReplicaSet',
  statefulSet: 'kubernetes:apps/v1:StatefulSet',
  alertmanager: 'kubernetes:monitoring.coreos.com/v1:Alertmanager',
  prometheus: 'kubernetes:monitoring.coreos.com/v1:Prometheus',
  clusterRole: 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRole',
  clusterRoleBinding: 'kubernetes:rbac.authorization.k8s.io/v1:ClusterRoleBinding',
  role: 'kubernetes:rbac.authorization.k8s.io/v1:Role',
  roleBinding: 'kubernetes:rbac.authorization.k8s.io/v1:RoleBinding',
  dataImportCron: 'kubernetes:cdi.kubevirt.io/v1beta1:DataImportCron',
  dataVolume: 'kubernetes:cdi.kubevirt.io/v1beta1:DataVolume',
  clusterInstancetype:
    'kubernetes:instancetype.kubevirt.io/v1beta1:VirtualMachineClusterInstancetype',
  instancetype: 'kubernetes:instancetype.kubevirt.io/v1beta1:VirtualMachineInstancetype',
  kubevirt: 'kubernetes:kubevirt.io/v1:KubeVirt',
  virtualMachine: 'kubernetes:kubevirt.io/v1:VirtualMachine',
  virtualMachinePool: 'kubernetes:pool.kubevirt.io/v1beta1:VirtualMachinePool',
  namespace: 'kubernetes:core/v1:Namespace',
  networkPolicy: 'kubernetes:networking.k8s.io/v1:NetworkPolicy',
  persistentVolumeClaim: 'kubernetes:core/v1:PersistentVolumeClaim',
  resourceQuota: 'kubernetes:core/v1:ResourceQuota',
  secret: 'kubernetes:core/v1:Secret',
  service: 'kubernetes:core/v1:Service',
  storageClass: 'kubernetes:storage.k8s.io/v1:StorageClass',
  authority: 'strata:keys:Authority',
  tenantCleanup: 'strata:cluster:TenantCleanup',
} as const;

/**
 * Cluster-wide custom kinds. As long as a cluster has no CRD for them, the provider takes them for
 * namespaced kinds and shows the namespace `default` in a preview.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/provider/provider.go
 * `Check`
 */
export const clusterKinds: readonly string[] = [kinds.clusterInstancetype];

/** Kinds that run pods. */
export const workloadKinds = [
  kinds.cronJob,
  kinds.daemonSet,
  kinds.deployment,
  kinds.job,
  kinds.pod,
  kinds.replicaSet,
  kinds.statefulSet,
] as const;

/** Kinds that are or make VMs. */
export const machineKinds = [kinds.virtualMachine, kinds.virtualMachinePool] as const;
