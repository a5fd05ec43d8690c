// SPDX-License-Identifier: Apache-2.0
import type { ClusterRole } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { MachineConfig, PoolConfig } from '../config/index.ts';

/** A volume that outlives the VM and is not part of it, such as etcd's. */
export interface PersistentDisk {
  /** Unique in the VM. */
  readonly name: string;
  /** Name of the DataVolume in the cluster's namespace. */
  readonly dataVolume: string;
  /** The guest finds it at `/dev/disk/by-id/virtio-<serial>`; at most 20 characters. */
  readonly serial: string;
}

/** Fields of ClusterContext that a VM is rendered from. */
export type MachineContext = Pick<
  ClusterContext,
  'environment' | 'cluster' | 'namespace' | 'platform'
> & { readonly config: Pick<ClusterContext['config'], 'network' | 'cloud'> };

/** Input of one VM. */
export interface MachineArgs extends MachineContext {
  readonly role: ClusterRole;
  /** Name of the pool, `cp` for the control plane: value of the label `machine`, prefix of disks. */
  readonly group: string;
  readonly machine: MachineConfig;
  /**
   * Name of the Secret that the guest starts with: its key `userdata` and, if there is one,
   * `networkdata`.
   */
  readonly userDataSecret: string;
  /** Whether the Secret has the key `networkdata`. @default false: the guest asks for addresses by DHCP */
  readonly networkData?: boolean | undefined;
  /** Result of {@link machineGeneration}. */
  readonly generation: string;
  /** Port that is asked whether the VM does its work. */
  readonly readinessPort: number;
  /** When a VM whose port is closed is restarted. @default never */
  readonly autoRestart?: PoolConfig['autoRestart'];
  /** Number of a VM that is in no pool. @default none: a pool numbers its VMs itself */
  readonly index?: number | undefined;
  /** Disks that stay when the VM is replaced. @default none */
  readonly persistentDisks?: readonly PersistentDisk[] | undefined;
}

/** Port of the kubelet: it is open as soon as a VM is a node. */
export const kubeletPort = 10250;

/** Port of the API server. */
export const apiPort = 6443;
