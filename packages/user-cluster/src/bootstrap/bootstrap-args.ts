// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs } from '@strata/contracts';
import type { MachineConfig, UserClusterConfig } from '../config/index.ts';
import type { ClusterAuthority, ControlPlaneKeys } from './key-material.ts';

/** Facts about a cluster that all VMs of one group are given. */
interface BootstrapContext {
  readonly cluster: string;
  /** Namespace of the cluster on the infra cluster. */
  readonly namespace: string;
  readonly config: UserClusterConfig;
  readonly platform: Pick<KubevirtStackOutputs, 'networks' | 'registryMirror'>;
  readonly machine: Pick<
    MachineConfig,
    'authorizedKeys' | 'cloudInit' | 'labels' | 'taints' | 'drain' | 'interfaces'
  >;
  readonly authority: ClusterAuthority;
}

/** Input of a worker's start-up data. */
export interface WorkerBootstrapArgs extends BootstrapContext {
  readonly role: 'worker';
  /** Version of the kubelet; at most that of the control plane. */
  readonly kubernetesVersion: string;
  /** Token by which the VM joins, `<id>.<secret>`. */
  readonly token: string;
}

/**
 * Input of a control-plane VM's start-up data. It has no token, because the VM has the cluster's keys:
 * so it can join before the cluster has a token, and after all tokens have expired.
 */
export interface ControlPlaneBootstrapArgs extends BootstrapContext {
  readonly role: 'control-plane';
  /** Number in the VM's name. */
  readonly index: number;
  readonly keys: ControlPlaneKeys;
}

/** Input of the start-up data that makes a VM a node. */
export type BootstrapArgs = WorkerBootstrapArgs | ControlPlaneBootstrapArgs;

/**
 * {@link BootstrapArgs} without the token, which is renewed from time to time: a preview must know what
 * VMs are made of while the next token is not known yet.
 */
export type LastingBootstrapArgs = ControlPlaneBootstrapArgs | Omit<WorkerBootstrapArgs, 'token'>;

/** Returns the Kubernetes version that a VM runs. */
export function versionOf(args: BootstrapArgs): string {
  return args.role === 'worker' ? args.kubernetesVersion : args.config.kubernetes.version;
}

/**
 * Returns the address of a control-plane VM among its peers, without the prefix length; undefined
 * without peers.
 */
export function peerAddress({ config }: BootstrapArgs, index: number): string | undefined {
  return config.controlPlane.peers?.addresses[index]?.split('/')[0];
}
