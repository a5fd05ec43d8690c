// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { MachineConfig, PoolConfig } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import type { ControlPlaneBootstrapArgs, WorkerBootstrapArgs } from './bootstrap-args.ts';
import type { ClusterAuthority, ControlPlaneKeys } from './key-material.ts';

/** What of a cluster's keys machines are given. */
export interface BootstrapKeys {
  readonly authority: pulumi.Input<ClusterAuthority>;
  readonly controlPlane: pulumi.Input<ControlPlaneKeys>;
  /** `<id>.<secret>`. */
  readonly token: pulumi.Input<string>;
}

/** What a worker of a pool is told; a secret. */
export function workerBootstrap(
  { cluster, namespace, config, platform }: ClusterContext,
  pool: PoolConfig,
  keys: Pick<BootstrapKeys, 'authority' | 'token'>,
): pulumi.Output<WorkerBootstrapArgs> {
  const secrets = pulumi.all([keys.authority, keys.token]);
  return pulumi.secret(
    secrets.apply(([authority, token]) => ({
      ...{ cluster, namespace, config, platform, authority, token },
      role: 'worker' as const,
      machine: pool,
      kubernetesVersion: pool.kubernetesVersion ?? config.kubernetes.version,
    })),
  );
}

/** What a control-plane machine is told; a secret. */
export function controlPlaneBootstrap(
  { cluster, namespace, config, platform }: ClusterContext,
  { machine, index }: { readonly machine: MachineConfig; readonly index: number },
  keys: BootstrapKeys,
): pulumi.Output<ControlPlaneBootstrapArgs> {
  const secrets = pulumi.all([keys.authority, keys.token, keys.controlPlane]);
  return pulumi.secret(
    secrets.apply(([authority, token, controlPlane]) => ({
      ...{ cluster, namespace, config, platform, authority, token },
      role: 'control-plane' as const,
      ...{ index, machine, keys: controlPlane },
    })),
  );
}
