// SPDX-License-Identifier: Apache-2.0
import type { ClusterRole, MachineConfig } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';

/** A volume that somebody else made and that outlives the machine, such as etcd's. */
export interface PersistentDisk {
  /** Unique in the machine. */
  readonly name: string;
  /** Of the DataVolume in the cluster's namespace. */
  readonly dataVolume: string;
  /** The guest finds it at `/dev/disk/by-id/virtio-<serial>`; at most 20 characters. */
  readonly serial: string;
}

/** What of a cluster decides what its machines are. */
export type MachineContext = Pick<
  ClusterContext,
  'environment' | 'cluster' | 'namespace' | 'platform'
> & { readonly config: Pick<ClusterContext['config'], 'network' | 'cloud'> };

/** What a machine is made from. */
export interface MachineArgs extends MachineContext {
  readonly role: ClusterRole;
  /** The pool, or what is one for the control plane: value of the label `machine`, prefix of disks. */
  readonly group: string;
  readonly machine: MachineConfig;
  /** Name of the Secret whose keys `userdata` and, where it has one, `networkdata` the guest starts with. */
  readonly userDataSecret: string;
  /** Whether the Secret has the key `networkdata`. @default false: the guest asks for addresses by DHCP */
  readonly networkData?: boolean | undefined;
  /** What {@link machineGeneration} says. */
  readonly generation: string;
  /** The TCP port that is open once the machine does what it is for. */
  readonly readinessPort: number;
  /** Number of a machine that stands alone. @default none: a pool numbers by itself */
  readonly index?: number | undefined;
  /** Disks that stay when the machine is replaced. @default none */
  readonly persistentDisks?: readonly PersistentDisk[] | undefined;
}

/** The port of the kubelet: open as soon as a machine is a node. */
export const kubeletPort = 10250;

/** The port of the API. */
export const apiPort = 6443;
