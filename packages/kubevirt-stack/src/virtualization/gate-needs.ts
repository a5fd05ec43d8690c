// SPDX-License-Identifier: Apache-2.0

/** Why a feature gate is listed. */
export interface GateNeed {
  /** Feature that does not work without the gate. */
  readonly neededBy: string;
  /** Place in KubeVirt's source that checks it. */
  readonly source: string;
}

const kubevirt = (path: string) => `https://github.com/kubevirt/kubevirt/blob/v1.8.4/${path}`;

const admitter = kubevirt(
  'pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go',
);

/** The needs for the gates that the platform, its user clusters or the usual guides list. */
export const gateNeeds: Readonly<Record<string, GateNeed>> = {
  CPUManager: {
    neededBy: 'VMs with dedicated CPUs: virt-handler labels the nodes whose kubelet can pin them',
    source: kubevirt('pkg/virt-handler/heartbeat/heartbeat.go'),
  },
  CPUNodeDiscovery: {
    neededBy: 'CPU models of VMs, matched to what the nodes have',
    source: kubevirt('pkg/virt-config/featuregate/inactive.go'),
  },
  DataVolumes: {
    neededBy: 'disks that CDI imports or clones',
    source: 'https://github.com/kubevirt/kubevirt/blob/v0.59.0/pkg/virt-config/feature-gates.go',
  },
  DeclarativeHotplugVolumes: {
    neededBy: 'volumes that join and leave a running VM with its spec',
    source: kubevirt('pkg/storage/hotplug/hotplug.go'),
  },
  ExpandDisks: {
    neededBy: "growing volumes of user clusters: QEMU sees a claim's new size without a restart",
    source: kubevirt('pkg/virt-launcher/virtwrap/converter/converter.go'),
  },
  ExperimentalIgnitionSupport: {
    neededBy: 'machines that start from Ignition (Flatcar), annotation kubevirt.io/ignitiondata',
    source: admitter,
  },
  HostDevices: { neededBy: 'VMs that ask for hostDevices, such as NVMe disks', source: admitter },
  HostDisk: { neededBy: 'disks that are files or devices of one host', source: admitter },
  HotplugVolumes: {
    neededBy: 'the CSI driver of user clusters: it attaches with the subresource addvolume',
    source: kubevirt('pkg/virt-api/rest/volumes.go'),
  },
  LiveMigration: {
    neededBy: 'moving running VMs between hosts',
    source: kubevirt('pkg/virt-config/featuregate/inactive.go'),
  },
  NUMA: {
    neededBy: 'VMs whose NUMA nodes follow those of the host',
    source: kubevirt('pkg/virt-config/featuregate/inactive.go'),
  },
  PersistentReservation: {
    neededBy: 'shared SCSI disks with reservations: virt-handler gets pr-helper',
    source: kubevirt('pkg/virt-config/feature-gates.go'),
  },
  Sidecar: { neededBy: 'hook sidecars that change the libvirt domain', source: admitter },
  Snapshot: {
    neededBy: 'VirtualMachineSnapshot, -Restore and -Clone (VolumeSnapshots work without)',
    source: kubevirt('pkg/storage/admitters/vmsnapshot.go'),
  },
  VMExport: {
    neededBy: 'downloading the disks of a VM',
    source: kubevirt('pkg/storage/admitters/vmexport.go'),
  },
  WorkloadEncryptionSEV: {
    neededBy: 'VMs with launchSecurity sev or snp: virt-handler offers /dev/sev',
    source: kubevirt('pkg/virt-handler/device-manager/device_controller.go'),
  },
};
