// SPDX-License-Identifier: Apache-2.0
export { annotationKeys, ownerAnnotations, waitingFor } from './annotations.ts';
export type { CarryingBridge } from './carried-vlans.ts';
export { uncarriedVlan } from './carried-vlans.ts';
export { silentUplink } from './silent-uplinks.ts';
export type {
  BadCell,
  CellSide,
  ClusterHop,
  GuestOs,
  Incompatibility,
  Part,
  PresentCluster,
  SupportWindow,
  VersionRange,
  Versions,
} from './compatibility/index.ts';
export {
  badCells,
  incompatibilities,
  planClusterHops,
  poolMayBeBehind,
  releaseVersions,
  supportWindows,
} from './compatibility/index.ts';
export {
  backedUpVolume,
  backupHoldLabel,
  backupJob,
  backupLateSeries,
  backupRunLabel,
  infraBackupJob,
  volumeBackupJob,
  volumeBackupLateSeries,
} from './backup-series.ts';
export type { AddressRange, InspectedConfig, Problem, RawConfig, Storage } from './config/index.ts';
export { oneLine } from './config/one-line.ts';
export {
  contains,
  describeIssues,
  fieldFacts,
  formatPath,
  inspectConfig,
  isBuggyAddress,
  isInside,
  overlaps,
  parseRange,
  reservedRanges,
  secretPaths,
  shortestPrefix,
  shownUrl,
  sizeOf,
  unusableRange,
  clusterPrefixes,
} from './config/index.ts';
export { diskStorage } from './disk-storage.ts';
export type { DiskStorage } from './disk-storage.ts';
export { dnsInPools } from './dns-in-pools.ts';
export type { GateRelease, GateState } from './feature-gates/index.ts';
export type { GateRules, KubevirtMinor, RegisteredState } from './kubevirt-minors/index.ts';
export { kubevirtMinors } from './kubevirt-minors/index.ts';
export {
  featureGates,
  gateReleaseOf,
  gateReleases,
  gateRules,
  gateStateOf,
} from './feature-gates/index.ts';
export { clusterNamespace } from './cluster-namespace.ts';
export { clusterItself, credentialSeries, machineCreatedSeries } from './credential-series.ts';
export type { MachineDevices, VectorCount } from './interrupt-vectors.ts';
export { fitsVectors, interruptVectors, vectorLimit } from './interrupt-vectors.ts';
export type { ClusterRole } from './labels.ts';
export type { LauncherFacts } from './launcher-memory.ts';
export { launcherMemoryMib } from './launcher-memory.ts';
export type { GuestSystem, StartUpReader } from './guest-systems.ts';
export { guestSystems, systemOfImage } from './guest-systems.ts';
export { clusterLabels, labelKeys, managedBy, platformLabels } from './labels.ts';
export * from './migration/index.ts';
export { nearestName, suggestion } from './nearest-name.ts';
export type { NetworkTemplate, VlanNetwork } from './network-attachment.ts';
export { attachmentDefinition, renderAttachment, vlanAttachment } from './network-attachment.ts';
export { isOffline, offlineVariable } from './offline.ts';
export type {
  ExportedOutputs,
  Host,
  InfraOutputs,
  KubevirtStackOutputs,
  ReadOutputs,
  StackContract,
  UserClusterOutputs,
} from './outputs/index.ts';
export { host, infraOutputs, kubevirtStackOutputs, userClusterOutputs } from './outputs/index.ts';
export type { ProgramName, StackIdentity } from './programs.ts';
export { programReads, programsWithDestroyHook, stackFile, upCommand } from './programs.ts';
export { mirrorImage } from './registry-mirror.ts';
export { isReservedPool } from './reserved-pool.ts';
export { registryMirror } from './registry-mirror-field.ts';
export type {
  MonitoringImage,
  Release,
  ReleaseComponent,
  ReleaseImage,
  TenantComponent,
  TenantImage,
} from './release.ts';
export type { OptionalComponent } from './optional-operators.ts';
export { optionalComponents, optionalOperators } from './optional-operators.ts';
export type { Pin } from './pin.ts';
export type { ReleaseName } from './releases.ts';
export { defaultRelease, findRelease, releases } from './releases.ts';
export type { GivenVlans, TenantVlans } from './tenant-vlans.ts';
export { tenantVlans, ungivenVlan, vlanOwners } from './tenant-vlans.ts';
export type { VlanPromises, VlanRefusals } from './vlan-refusals.ts';
export { vlanRefusals } from './vlan-refusals.ts';
export type { Installed, UpgradeStep } from './upgrade-path.ts';
export { describeSteps, planUpgrade, supportsKubernetes } from './upgrade-path.ts';
export {
  compareVersions,
  minorNumber,
  minorOf,
  minorsAhead,
  nextMinor,
} from './version-numbers.ts';
