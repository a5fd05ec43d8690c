// SPDX-License-Identifier: Apache-2.0
export type { AddonsConfig, SriovPolicyConfig } from './addons-config.ts';
export { addonsConfig } from './addons-config.ts';
export type { AddressRange } from './address-range.ts';
export { contains, overlaps, parseRange, shortestPrefix, sizeOf } from './address-range.ts';
export type { Problem } from './describe-issues.ts';
export { describeIssues, formatPath, secretPaths } from './describe-issues.ts';
export { fieldFacts } from './field.ts';
export type {
  BridgeConfig,
  HostProfileName,
  HostProfilesConfig,
} from './infra/host-profile-fields.ts';
export { bridges, hostProfiles } from './infra/host-profile-fields.ts';
export type { PreflightConfig } from './infra/preflight-fields.ts';
export { preflight } from './infra/preflight-fields.ts';
export type { HostConfig, HostTaintConfig, SshConfig } from './infra/hosts-fields.ts';
export type { KubeoneConfig } from './infra/kubeone-fields.ts';
export type { ExistingConfig, InfraConfig } from './infra-config.ts';
export { infraConfig } from './infra-config.ts';
export type { ImageConfig } from './kubevirt-stack/image-fields.ts';
export type { FlavorName, Instancetype, Preference } from './kubevirt-stack/machine-fields.ts';
export type { BgpPeerConfig, MetallbConfig } from './kubevirt-stack/metallb-fields.ts';
export type { AlertThresholds } from './kubevirt-stack/monitoring-alert-fields.ts';
export type { MonitoringConfig } from './kubevirt-stack/monitoring-fields.ts';
export type { NetworkConfig } from './kubevirt-stack/network-fields.ts';
export type { KubevirtStackConfig } from './kubevirt-stack-config.ts';
export { kubevirtStackConfig } from './kubevirt-stack-config.ts';
export type { ConfigCheck, InspectedConfig, RawConfig } from './read-config.ts';
export {
  inspectConfig,
  parseConfig,
  rawConfig,
  readConfig,
  rejectProblems,
} from './read-config.ts';
export type { Storage } from './storage-fields.ts';
export { storage } from './storage-fields.ts';
export type { AuditConfig } from './user-cluster/audit-fields.ts';
export type { BackupConfig } from './user-cluster/backup-fields.ts';
export type { BackupBucket } from './user-cluster/backup-target-fields.ts';
export type { ControlPlaneConfig } from './user-cluster/control-plane-fields.ts';
export type { DiskConfig, RootDiskConfig, VolumeConfig } from './user-cluster/disk-fields.ts';
export type { DrainConfig } from './user-cluster/eviction-fields.ts';
export type { InterfaceConfig } from './user-cluster/interface-fields.ts';
export type { IssuerConfig } from './user-cluster/issuer-fields.ts';
export type { KubeconfigConfig, KubernetesConfig } from './user-cluster/kubernetes-fields.ts';
export type { MachineConfig, TaintConfig } from './user-cluster/machine-fields.ts';
export type { ClusterNetworkConfig, VlanConfig } from './user-cluster/network-fields.ts';
export type { GroupRoleConfig, OidcConfig } from './user-cluster/oidc-fields.ts';
export { reservedNames } from './user-cluster/claim-fields.ts';
export type { NodePresetConfig, SchedulingConfig } from './user-cluster/scheduling-fields.ts';
export type { CloudConfig } from './user-cluster/cloud-fields.ts';
export type { CniConfig } from './user-cluster/cni-fields.ts';
export type { TenantStorageClass, TenantStorageConfig } from './user-cluster/storage-fields.ts';
export type { PoolConfig, UserClusterConfig } from './user-cluster-config.ts';
export { userClusterConfig } from './user-cluster-config.ts';
