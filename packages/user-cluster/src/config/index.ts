// SPDX-License-Identifier: Apache-2.0
export type { AuditConfig } from './audit-fields.ts';
export type { BackupConfig } from './backup-fields.ts';
export { reservedNames } from './claim-fields.ts';
export type { CloudConfig } from './cloud-fields.ts';
export type { ControlPlaneConfig } from './control-plane-fields.ts';
export type { DiskConfig, RootDiskConfig, VolumeConfig } from './disk-fields.ts';
export type { DrainConfig } from './eviction-fields.ts';
export type { InterfaceConfig } from './interface-fields.ts';
export type { IssuerConfig } from './issuer-fields.ts';
export type { KeysConfig } from './key-fields.ts';
export { rotationPhases } from './key-fields.ts';
export type { KubeconfigConfig, KubernetesConfig } from './kubernetes-fields.ts';
export type { MachineConfig } from './machine-fields.ts';
export type { ClusterNetworkConfig, VlanConfig } from './network-fields.ts';
export type { GroupRoleConfig, OidcConfig } from './oidc-fields.ts';
export type { NodePresetConfig, SchedulingConfig } from './scheduling-fields.ts';
export type { PoolConfig, UserClusterConfig } from './user-cluster-config.ts';
export { userClusterConfig } from './user-cluster-config.ts';
