// SPDX-License-Identifier: Apache-2.0
import type { KubevirtMinor } from './kubevirt-minor.ts';

/** Gates and virt-template as KubeVirt 1.8.4 has them. */
export const kubevirt1_8 = {
  kubernetes: ['1.33', '1.35'],
  virtTemplate: '0.1.8',
  gateRules: {
    beta: 'off',
    disabledGates: 'inert',
    source: 'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-config/feature-gates.go',
  },
  gates: {
    alpha: `
      AlignCPUs CPUManager ConfigurableHypervisor ContainerPathVolumes DecentralizedLiveMigration
      DeclarativeHotplugVolumes DownwardMetrics EnableVirtioFsStorageVolumes ExpandDisks
      ExperimentalIgnitionSupport GPUsWithDRA HostDevices HostDevicesWithDRA HostDisk
      HotplugVolumes HypervStrictCheck IncrementalBackup LibvirtHooksServerAndClient
      OptOutRoleAggregation PCINUMAAwareTopology PersistentReservation RebootPolicy
      ReservedOverheadMemlock Root Sidecar Template UtilityVolumes VSOCK VmiMemoryOverheadReport
      WorkloadEncryptionSEV WorkloadEncryptionTDX
    `,
    beta: `
      ExternalNetResourceInjection ImageVolume KubevirtSeccompProfile LiveUpdateNADRef
      MigrationPriorityQueue NodeRestriction PanicDevices PasstBinding
      PodSecondaryInterfaceNamingUpgrade SecureExecution Snapshot VMExport VideoConfig
    `,
    ga: `
      AutoResourceLimitsGate BochsDisplayForEFIGuests CPUNodeDiscovery ClusterProfiler
      CommonInstancetypesDeploymentGate DisableCustomSELinuxPolicy DynamicPodInterfaceNaming
      EnableVirtioFsConfigVolumes GPU HotplugNICs InstancetypeReferencePolicy LiveMigration NUMA
      NetworkBindingPlugins NonRoot PSA SRIOVLiveMigration VMLiveUpdateFeatures VMPersistentState
      VolumeMigration VolumesUpdateStrategy
    `,
    deprecated: `
      DisableMDEVConfiguration DockerSELinuxMCSWorkaround MultiArchitecture
    `,
    discontinued: `
      ExperimentalVirtiofsSupport Macvtap Passt PasstIPStackMigration
    `,
  },
} as const satisfies KubevirtMinor;
