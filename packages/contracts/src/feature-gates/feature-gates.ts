// SPDX-License-Identifier: Apache-2.0
import { gateReleases } from './gate-releases.ts';
import type { GateRelease } from './gate-releases.ts';

/**
 * The state of a gate in a release:
 * - `alpha`: off unless listed.
 * - `beta`: as the release's rules define, see gate-releases.ts.
 * - `ga`: always on; listing it has no effect.
 * - `noop`: the feature is always on and its gate was removed; listing it has no effect.
 * - `deprecated`: off unless listed, and will be removed in a coming release.
 * - `discontinued`: the feature was removed; listing it has no effect.
 * - `absent`: not in this release yet.
 */
export type GateState = 'alpha' | 'beta' | 'ga' | 'noop' | 'deprecated' | 'discontinued' | 'absent';

/**
 * Every feature gate and its state in each of {@link gateReleases}, as registered by
 * pkg/virt-config/featuregate/{active,inactive}.go of KubeVirt 1.7.0, 1.8.4 and 1.9.0. Added by
 * hand: `ObjectGraph` works from 1.7 on though it is registered from 1.9 on; `DataVolumes` and
 * `SRIOV` are names from before 1.4 that guides still list.
 *
 * @see https://kubevirt.io/user-guide/cluster_admin/activating_feature_gates/
 */
export const featureGates: Readonly<Record<string, readonly [GateState, GateState, GateState]>> = {
  AlignCPUs: ['alpha', 'alpha', 'alpha'],
  AutoResourceLimitsGate: ['ga', 'ga', 'ga'],
  BochsDisplayForEFIGuests: ['ga', 'ga', 'ga'],
  CPUManager: ['alpha', 'alpha', 'alpha'],
  CPUNodeDiscovery: ['ga', 'ga', 'ga'],
  ClusterProfiler: ['ga', 'ga', 'ga'],
  CommonInstancetypesDeploymentGate: ['ga', 'ga', 'ga'],
  ConfigurableHypervisor: ['absent', 'alpha', 'alpha'],
  ContainerPathVolumes: ['absent', 'alpha', 'alpha'],
  CrossArchitectureVirtualization: ['absent', 'absent', 'alpha'],
  DataVolumes: ['noop', 'noop', 'noop'],
  DecentralizedLiveMigration: ['alpha', 'alpha', 'alpha'],
  DeclarativeHotplugVolumes: ['alpha', 'alpha', 'beta'],
  DisableCustomSELinuxPolicy: ['ga', 'ga', 'ga'],
  DisableMDEVConfiguration: ['alpha', 'deprecated', 'deprecated'],
  DockerSELinuxMCSWorkaround: ['deprecated', 'deprecated', 'deprecated'],
  DownwardMetrics: ['alpha', 'alpha', 'alpha'],
  DynamicPodInterfaceNaming: ['ga', 'ga', 'ga'],
  EnableVirtioFsConfigVolumes: ['alpha', 'ga', 'ga'],
  EnableVirtioFsStorageVolumes: ['alpha', 'alpha', 'alpha'],
  ExpandDisks: ['alpha', 'alpha', 'ga'],
  ExperimentalIgnitionSupport: ['alpha', 'alpha', 'alpha'],
  ExperimentalVirtiofsSupport: ['deprecated', 'discontinued', 'discontinued'],
  ExternalNetResourceInjection: ['absent', 'beta', 'beta'],
  FirmwareAutoSelection: ['absent', 'absent', 'alpha'],
  GPU: ['ga', 'ga', 'ga'],
  GPUsWithDRA: ['alpha', 'alpha', 'beta'],
  GraceIOVirtualization: ['absent', 'absent', 'alpha'],
  HostDevices: ['alpha', 'alpha', 'alpha'],
  HostDevicesWithDRA: ['alpha', 'alpha', 'beta'],
  HostDisk: ['alpha', 'alpha', 'alpha'],
  HotplugNICs: ['ga', 'ga', 'ga'],
  HotplugVolumes: ['alpha', 'alpha', 'deprecated'],
  HypervStrictCheck: ['alpha', 'alpha', 'alpha'],
  IOMMUFD: ['absent', 'absent', 'alpha'],
  ImageVolume: ['beta', 'beta', 'beta'],
  IncrementalBackup: ['alpha', 'alpha', 'alpha'],
  InstancetypeReferencePolicy: ['ga', 'ga', 'ga'],
  KubevirtSeccompProfile: ['beta', 'beta', 'beta'],
  LibvirtHooksServerAndClient: ['absent', 'alpha', 'beta'],
  LiveMigration: ['ga', 'ga', 'ga'],
  LiveUpdateNADRef: ['absent', 'beta', 'ga'],
  Macvtap: ['discontinued', 'discontinued', 'discontinued'],
  MigrationPriorityQueue: ['alpha', 'beta', 'ga'],
  MigrationStallDetection: ['absent', 'absent', 'alpha'],
  MultiArchitecture: ['alpha', 'deprecated', 'deprecated'],
  NUMA: ['ga', 'ga', 'ga'],
  NetworkBindingPlugins: ['ga', 'ga', 'ga'],
  NetworkDevicesWithDRA: ['absent', 'absent', 'alpha'],
  NodeRestriction: ['beta', 'beta', 'beta'],
  NonRoot: ['ga', 'ga', 'ga'],
  OCIExport: ['absent', 'absent', 'alpha'],
  ObjectGraph: ['alpha', 'alpha', 'alpha'],
  OptOutRoleAggregation: ['absent', 'alpha', 'beta'],
  PCINUMAAwareTopology: ['absent', 'alpha', 'alpha'],
  PSA: ['ga', 'ga', 'ga'],
  PanicDevices: ['beta', 'beta', 'ga'],
  Passt: ['discontinued', 'discontinued', 'discontinued'],
  PasstBinding: ['absent', 'beta', 'beta'],
  PasstIPStackMigration: ['alpha', 'discontinued', 'discontinued'],
  PersistentReservation: ['alpha', 'alpha', 'ga'],
  Plugins: ['absent', 'absent', 'alpha'],
  PodSecondaryInterfaceNamingUpgrade: ['absent', 'beta', 'beta'],
  PortRangesSpec: ['absent', 'absent', 'alpha'],
  RebootPolicy: ['absent', 'alpha', 'beta'],
  ReservedOverheadMemlock: ['absent', 'alpha', 'alpha'],
  Root: ['alpha', 'alpha', 'alpha'],
  SRIOV: ['noop', 'noop', 'noop'],
  SRIOVLiveMigration: ['ga', 'ga', 'ga'],
  SecureExecution: ['beta', 'beta', 'ga'],
  Sidecar: ['alpha', 'alpha', 'alpha'],
  Snapshot: ['beta', 'beta', 'beta'],
  Template: ['absent', 'alpha', 'beta'],
  UtilityVolumes: ['absent', 'alpha', 'alpha'],
  VGPULiveMigration: ['absent', 'absent', 'alpha'],
  VMExport: ['beta', 'beta', 'ga'],
  VMLiveUpdateFeatures: ['ga', 'ga', 'ga'],
  VMPersistentState: ['ga', 'ga', 'ga'],
  VMStatsCollector: ['absent', 'absent', 'alpha'],
  VSOCK: ['alpha', 'alpha', 'alpha'],
  VideoConfig: ['beta', 'beta', 'ga'],
  VmiMemoryOverheadReport: ['absent', 'alpha', 'beta'],
  VolumeMigration: ['ga', 'ga', 'ga'],
  VolumesUpdateStrategy: ['ga', 'ga', 'ga'],
  WorkloadEncryptionSEV: ['alpha', 'alpha', 'beta'],
  WorkloadEncryptionTDX: ['alpha', 'alpha', 'alpha'],
};

/** Returns the state of a gate, or undefined if no release knows its name. */
export function gateStateOf(gate: string, release: GateRelease): GateState | undefined {
  return featureGates[gate]?.[gateReleases.indexOf(release)];
}
