// SPDX-License-Identifier: Apache-2.0
import type { KubevirtMinor } from './kubevirt-minor.ts';

/** Gates and virt-template as KubeVirt 1.9.0 has them. */
export const kubevirt1_9 = {
  kubernetes: ['1.34', '1.36'],
  virtTemplate: '0.2.2',
  gateRules: {
    beta: 'on',
    disabledGates: 'effective',
    source:
      'https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-config/featuregate/feature-gates.go',
  },
  gates: {
    alpha: `
      AlignCPUs CPUManager ConfigurableHypervisor ContainerPathVolumes
      CrossArchitectureVirtualization DecentralizedLiveMigration DownwardMetrics
      EnableVirtioFsStorageVolumes ExperimentalIgnitionSupport FirmwareAutoSelection
      GraceIOVirtualization HostDevices HostDisk HypervStrictCheck IOMMUFD IncrementalBackup
      MigrationStallDetection NetworkDevicesWithDRA OCIExport ObjectGraph PCINUMAAwareTopology
      Plugins PortRangesSpec ReservedOverheadMemlock Root Sidecar UtilityVolumes VGPULiveMigration
      VMStatsCollector VSOCK WorkloadEncryptionTDX
    `,
    beta: `
      DeclarativeHotplugVolumes ExternalNetResourceInjection GPUsWithDRA HostDevicesWithDRA
      ImageVolume KubevirtSeccompProfile LibvirtHooksServerAndClient NodeRestriction
      OptOutRoleAggregation PasstBinding PodSecondaryInterfaceNamingUpgrade RebootPolicy Snapshot
      Template VmiMemoryOverheadReport WorkloadEncryptionSEV
    `,
    ga: `
      AutoResourceLimitsGate BochsDisplayForEFIGuests CPUNodeDiscovery ClusterProfiler
      CommonInstancetypesDeploymentGate DisableCustomSELinuxPolicy DynamicPodInterfaceNaming
      EnableVirtioFsConfigVolumes ExpandDisks GPU HotplugNICs InstancetypeReferencePolicy
      LiveMigration LiveUpdateNADRef MigrationPriorityQueue NUMA NetworkBindingPlugins NonRoot PSA
      PanicDevices PersistentReservation SRIOVLiveMigration SecureExecution VMExport
      VMLiveUpdateFeatures VMPersistentState VideoConfig VolumeMigration VolumesUpdateStrategy
    `,
    deprecated: `
      DisableMDEVConfiguration DockerSELinuxMCSWorkaround HotplugVolumes MultiArchitecture
    `,
    discontinued: `
      ExperimentalVirtiofsSupport Macvtap Passt PasstIPStackMigration
    `,
  },
} as const satisfies KubevirtMinor;
