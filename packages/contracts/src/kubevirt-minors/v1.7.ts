// SPDX-License-Identifier: Apache-2.0
import type { KubevirtMinor } from './kubevirt-minor.ts';

/** Gates and virt-template as KubeVirt 1.7.0 has them. */
export const kubevirt1_7 = {
  kubernetes: ['1.32', '1.34'],
  gateRules: {
    beta: 'off',
    disabledGates: 'unknown',
    source: 'https://github.com/kubevirt/kubevirt/blob/v1.7.0/pkg/virt-config/feature-gates.go',
  },
  gates: {
    alpha: `
      AlignCPUs CPUManager DecentralizedLiveMigration DeclarativeHotplugVolumes
      DisableMDEVConfiguration DownwardMetrics EnableVirtioFsConfigVolumes
      EnableVirtioFsStorageVolumes ExpandDisks ExperimentalIgnitionSupport GPUsWithDRA HostDevices
      HostDevicesWithDRA HostDisk HotplugVolumes HypervStrictCheck IncrementalBackup
      MigrationPriorityQueue MultiArchitecture PasstIPStackMigration PersistentReservation Root
      Sidecar VSOCK WorkloadEncryptionSEV WorkloadEncryptionTDX
    `,
    beta: `
      ImageVolume KubevirtSeccompProfile NodeRestriction PanicDevices SecureExecution Snapshot
      VMExport VideoConfig
    `,
    ga: `
      AutoResourceLimitsGate BochsDisplayForEFIGuests CPUNodeDiscovery ClusterProfiler
      CommonInstancetypesDeploymentGate DisableCustomSELinuxPolicy DynamicPodInterfaceNaming GPU
      HotplugNICs InstancetypeReferencePolicy LiveMigration NUMA NetworkBindingPlugins NonRoot PSA
      SRIOVLiveMigration VMLiveUpdateFeatures VMPersistentState VolumeMigration
      VolumesUpdateStrategy
    `,
    deprecated: `
      DockerSELinuxMCSWorkaround ExperimentalVirtiofsSupport
    `,
    discontinued: `
      Macvtap Passt
    `,
  },
} as const satisfies KubevirtMinor;
