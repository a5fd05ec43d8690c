// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackOutputs, MachineConfig, UserClusterConfig } from '@strata/contracts';
import type { ClusterAuthority, ControlPlaneKeys } from './key-material.ts';

/** What the machines of one kind are told of their cluster. */
interface BootstrapContext {
  readonly cluster: string;
  /** On the infra cluster. */
  readonly namespace: string;
  readonly config: UserClusterConfig;
  readonly platform: Pick<KubevirtStackOutputs, 'registryMirror'>;
  readonly machine: Pick<
    MachineConfig,
    'authorizedKeys' | 'cloudInit' | 'labels' | 'taints' | 'drain' | 'interfaces'
  >;
  readonly authority: ClusterAuthority;
}

/** What a worker is told. */
export interface WorkerBootstrapArgs extends BootstrapContext {
  readonly role: 'worker';
  /** Of the kubelet; at most that of the control plane. */
  readonly kubernetesVersion: string;
  /** By which the machine joins, `<id>.<secret>`. */
  readonly token: string;
}

/**
 * What a control-plane machine is told: no token, for it has the cluster's keys. So it can join
 * before there is a token in the cluster, and after all tokens there have expired.
 */
export interface ControlPlaneBootstrapArgs extends BootstrapContext {
  readonly role: 'control-plane';
  /** The number in its name. */
  readonly index: number;
  readonly keys: ControlPlaneKeys;
}

/** What a machine is told, so that it becomes a node. */
export type BootstrapArgs = WorkerBootstrapArgs | ControlPlaneBootstrapArgs;

/**
 * All of it but the token, which is renewed from time to time: a preview must know what machines are
 * made of while the next token is not known yet.
 */
export type LastingBootstrapArgs = ControlPlaneBootstrapArgs | Omit<WorkerBootstrapArgs, 'token'>;

/** The version that a machine runs. */
export function versionOf(args: BootstrapArgs): string {
  return args.role === 'worker' ? args.kubernetesVersion : args.config.kubernetes.version;
}

/** The address of a control-plane machine among its peers, without the length of the prefix. */
export function peerAddress({ config }: BootstrapArgs, index: number): string | undefined {
  return config.controlPlane.peers?.addresses[index]?.split('/')[0];
}
