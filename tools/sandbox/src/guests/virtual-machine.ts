// SPDX-License-Identifier: Apache-2.0
import type { Condition } from '../kubelet/pod.ts';
import type { ApiObject } from '../kubernetes/objects.ts';

/** A cloud-init volume; the text of the user-data is in one of its fields. */
export interface CloudInitSource {
  readonly userData?: string;
  readonly userDataBase64?: string;
  readonly secretRef?: { readonly name: string };
  readonly networkData?: string;
  readonly networkDataBase64?: string;
  readonly networkDataSecretRef?: { readonly name: string };
}

interface ClaimSource {
  readonly claimName: string;
  readonly hotpluggable?: boolean;
}

/** The fields of a virtual machine's volume that the sandbox reads. */
export interface MachineVolume {
  readonly name: string;
  readonly persistentVolumeClaim?: ClaimSource;
  readonly dataVolume?: { readonly name: string; readonly hotpluggable?: boolean };
  readonly hostDisk?: { readonly path: string; readonly shared?: boolean };
  readonly containerDisk?: { readonly image: string };
  readonly secret?: { readonly secretName: string };
  readonly configMap?: { readonly name: string };
  readonly cloudInitNoCloud?: CloudInitSource;
  readonly cloudInitConfigDrive?: CloudInitSource;
}

interface DiskTarget {
  readonly bus?: string;
  readonly readonly?: boolean;
}

/** A disk of a virtual machine. */
export interface MachineDisk {
  readonly name: string;
  readonly serial?: string;
  readonly bootOrder?: number;
  readonly disk?: DiskTarget;
  readonly lun?: DiskTarget;
  readonly cdrom?: DiskTarget;
}

/** A network interface of a virtual machine, with one of the bindings. */
export interface MachineInterface {
  readonly name: string;
  readonly macAddress?: string;
  readonly masquerade?: object;
  readonly passtBinding?: object;
  readonly bridge?: object;
  readonly sriov?: object;
  readonly binding?: { readonly name: string };
}

/** Status of a volume. */
export interface VolumeStatus {
  readonly name: string;
  readonly target?: string;
  readonly phase?: string;
  readonly reason?: string;
  readonly message?: string;
  readonly hotplugVolume?: { readonly attachPodName?: string; readonly attachPodUID?: string };
  readonly persistentVolumeClaimInfo?: {
    readonly claimName?: string;
    readonly accessModes?: readonly string[];
    readonly capacity?: Readonly<Record<string, string>>;
  };
}

/** An address of a virtual machine. */
export interface InterfaceStatus {
  readonly name?: string;
  readonly ipAddress?: string;
  /** Sources that report the interface: `domain`, `multus-status`. */
  readonly infoSource?: string;
  readonly podInterfaceName?: string;
}

/**
 * State of a move to another host. virt-controller writes the first five fields when it begins; the
 * handlers of both hosts write the others.
 *
 * @see https://github.com/kubevirt/api/blob/v1.8.4/core/v1/types.go (VirtualMachineInstanceMigrationState)
 */
export interface MigrationState {
  readonly migrationUid?: string;
  readonly sourceNode?: string;
  readonly sourcePod?: string;
  readonly targetNode?: string;
  readonly targetPod?: string;
  readonly targetNodeAddress?: string;
  readonly targetDirectMigrationNodePorts?: Readonly<Record<string, number>>;
  readonly startTimestamp?: string | null;
  readonly endTimestamp?: string | null;
  readonly targetNodeDomainDetected?: boolean;
  readonly targetNodeDomainReadyTimestamp?: string;
  readonly mode?: string;
  readonly completed?: boolean;
  readonly failed?: boolean;
  readonly failureReason?: string;
  readonly abortRequested?: boolean;
  readonly abortStatus?: string;
}

interface Quantities {
  readonly cpu?: string;
  readonly memory?: string;
}

/** A VirtualMachineInstance: one life of a virtual machine. */
export interface MachineInstance extends ApiObject {
  readonly spec: {
    readonly hostname?: string;
    readonly terminationGracePeriodSeconds?: number;
    readonly networks?: readonly { readonly name: string; readonly pod?: object }[];
    readonly volumes?: readonly MachineVolume[];
    readonly accessCredentials?: readonly AccessCredential[];
    readonly domain?: {
      readonly firmware?: { readonly uuid?: string };
      readonly cpu?: {
        readonly cores?: number;
        readonly sockets?: number;
        readonly threads?: number;
        readonly model?: string;
      };
      readonly memory?: { readonly guest?: string };
      readonly resources?: { readonly requests?: Quantities };
      readonly devices?: {
        readonly disks?: readonly MachineDisk[];
        readonly interfaces?: readonly MachineInterface[];
        readonly hostDevices?: readonly object[];
        readonly gpus?: readonly object[];
        readonly disableHotplug?: boolean;
      };
    };
  };
  readonly status?: {
    readonly phase?: string;
    readonly nodeName?: string;
    readonly conditions?: readonly Condition[];
    readonly volumeStatus?: readonly VolumeStatus[];
    readonly interfaces?: readonly InterfaceStatus[];
    readonly selinuxContext?: string;
    readonly phaseTransitionTimestamps?: readonly object[];
    readonly migrationMethod?: string;
    readonly migrationTransport?: string;
    readonly migrationState?: MigrationState;
    readonly evacuationNodeName?: string;
    readonly launcherContainerImageVersion?: string;
  };
}

/** SSH keys that are given to the guest. */
export interface AccessCredential {
  readonly sshPublicKey?: {
    readonly source: { readonly secret?: { readonly secretName: string } };
    readonly propagationMethod: { readonly noCloud?: object; readonly configDrive?: object };
  };
}

/** Seconds that a machine may take to shut down when its spec does not say so. */
const defaultGracePeriod = 30;

/**
 * Returns the seconds that the machine may take to shut down.
 *
 * @see https://github.com/kubevirt/api/blob/v1.8.4/core/v1/types.go (DefaultGracePeriodSeconds)
 */
export function gracePeriodOf({ spec }: MachineInstance): number {
  return spec.terminationGracePeriodSeconds ?? defaultGracePeriod;
}

/**
 * Returns the name of the claim that a volume is on, which for a DataVolume is its own name;
 * undefined for other volumes.
 */
export function claimOf(volume: MachineVolume): string | undefined {
  return volume.persistentVolumeClaim?.claimName ?? volume.dataVolume?.name;
}

/** Returns the bus of a disk. */
export function busOf({ disk, lun, cdrom }: MachineDisk): string {
  return (disk ?? lun ?? cdrom)?.bus ?? 'sata';
}
