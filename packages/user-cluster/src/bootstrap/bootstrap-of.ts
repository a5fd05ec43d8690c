// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterContext } from '../cluster-context.ts';
import type { MachineConfig, PoolConfig } from '../config/index.ts';
import type { LastingBootstrapArgs } from './bootstrap-args.ts';
import type { KeyFingerprints } from '../rotation/key-fingerprints.ts';
import type { ClusterAuthority, ControlPlaneKeys } from './key-material.ts';

/** Keys of a cluster that VMs are given. */
export interface BootstrapKeys {
  readonly authority: pulumi.Input<ClusterAuthority>;
  readonly controlPlane: pulumi.Input<ControlPlaneKeys>;
  /** Fingerprints of all keys that a control-plane VM has. */
  readonly fingerprints: pulumi.Input<KeyFingerprints>;
}

/** Returns the input of a worker's start-up data without the token; a secret. */
export function workerBootstrap(
  { cluster, namespace, config, platform }: ClusterContext,
  pool: PoolConfig,
  keys: Pick<BootstrapKeys, 'authority'>,
): pulumi.Output<LastingBootstrapArgs> {
  return pulumi.secret(
    pulumi.output(keys.authority).apply((authority) => ({
      cluster,
      namespace,
      config,
      platform,
      authority,
      role: 'worker' as const,
      machine: pool,
      kubernetesVersion: pool.kubernetesVersion ?? config.kubernetes.version,
    })),
  );
}

/** Returns the input of a control-plane VM's start-up data; a secret. */
export function controlPlaneBootstrap(
  { cluster, namespace, config, platform }: ClusterContext,
  { machine, index }: { readonly machine: MachineConfig; readonly index: number },
  keys: BootstrapKeys,
): pulumi.Output<LastingBootstrapArgs> {
  const secrets = pulumi.all([keys.authority, keys.controlPlane]);
  return pulumi.secret(
    secrets.apply(([authority, controlPlane]) => ({
      cluster,
      namespace,
      config,
      platform,
      authority,
      role: 'control-plane' as const,
      index,
      machine,
      keys: controlPlane,
    })),
  );
}
