// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { annotationKeys, clusterLabels, labelKeys, ownerAnnotations } from '@strata/contracts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import type { PoolConfig } from '../config/index.ts';
import { keysAnnotation } from '../rotation/keys-annotation.ts';
import { keepsSize } from '../update/found-pool.ts';
import { createDisruptionBudget } from './disruption-budget.ts';
import { kubeletPort } from './machine-args.ts';
import type { MachineArgs } from './machine-args.ts';
import { machineAnnotations, machineLabels } from './machine-labels.ts';
import { poolPace } from './pool-pace.ts';
import { renderMachine, shutdownMinutes } from './render-machine.ts';

/** Arguments of {@link WorkerPool}. */
export interface WorkerPoolArgs extends ClusterContext {
  readonly pool: PoolConfig;
  /** See {@link MachineArgs.userDataSecret}. */
  readonly userDataSecret: pulumi.Input<string>;
  /** See {@link MachineArgs.networkData}. */
  readonly networkData?: boolean | undefined;
  /** See {@link MachineArgs.generation}. */
  readonly generation: pulumi.Input<string>;
  /** @default each by itself */
  readonly contents?: NamespaceContents;
}

/** Returns the input of a pool's VMs, without the fields that follow from its start-up data. */
export function poolMachine(
  context: ClusterContext,
  pool: PoolConfig,
): Omit<MachineArgs, 'generation' | 'userDataSecret'> {
  return {
    ...context,
    role: 'worker',
    group: pool.name,
    machine: pool,
    readinessPort: kubeletPort,
    autoRestart: pool.autoRestart,
  };
}

/**
 * A pool of equal VMs, whose number KubeVirt keeps: one resource however many VMs there are. Done when
 * all of them are nodes: a VM is ready once its kubelet answers.
 *
 * KubeVirt makes VMs from the template, and deletes the last ones when the number is reduced. It does
 * not update existing VMs (`unmanaged`): each of its own ways to do so begins by writing the template
 * over all VMs at once, which takes the volumes that the CSI driver has plugged in out of VMs that are
 * not due yet. `PoolRollout` replaces VMs, one after the other.
 *
 * There is no autohealing: in every release so far, a pool with it deletes VMs that fail to start in the
 * whole namespace, those of the control plane and of other pools included.
 *
 * @see https://kubevirt.io/user-guide/user_workloads/pool/
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-controller/watch/pool/pool.go
 */
export class WorkerPool extends pulumi.ComponentResource {
  /** Names of the VMs, which are also host names and node names. */
  readonly machines: readonly string[];

  constructor(name: string, args: WorkerPoolArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:WorkerPool', name, {}, options);
    const { environment, cluster, namespace, pool } = args;
    const { replicas, maxUnavailable } = pool;
    this.machines = Array.from({ length: replicas }, (_, index) => `${pool.name}-${index}`);
    const budget = createDisruptionBudget(
      `${name}-budget`,
      { environment, cluster, namespace, group: pool.name, replicas, maxUnavailable },
      { parent: this, ...args.contents },
    );
    new apiextensions.CustomResource(
      `${name}-machines`,
      {
        apiVersion: 'pool.kubevirt.io/v1beta1',
        kind: 'VirtualMachinePool',
        metadata: {
          name: pool.name,
          namespace,
          labels: clusterLabels(environment, cluster),
          annotations: {
            ...ownerAnnotations,
            // A rollout changes `replicas` for a while; afterwards the number in the stack's file holds
            // again.
            [annotationKeys.patchForce]: 'true',
            [annotationKeys.kubernetes]: pool.kubernetesVersion ?? args.config.kubernetes.version,
          },
        },
        spec: renderPool(args),
      },
      {
        parent: this,
        dependsOn: budget,
        ...(keepsSize(args.foundPools?.[pool.name], replicas) && {
          ignoreChanges: ['spec.replicas'],
        }),
        customTimeouts: timeouts(pool),
      },
    );
    this.registerOutputs({ machines: this.machines });
  }
}

/** Returns the timeouts: VMs that are deleted first drain their nodes, all at once. */
function timeouts({ drain }: PoolConfig): pulumi.CustomTimeouts {
  const goodbye = shutdownMinutes(drain);
  return { create: '20m', update: `${goodbye + 20}m`, delete: `${goodbye + 10}m` };
}

function renderPool(args: WorkerPoolArgs) {
  const { pool, networkData } = args;
  const machine = pulumi
    .all([args.userDataSecret, args.generation])
    .apply(([userDataSecret, generation]) => ({
      ...poolMachine(args, pool),
      networkData,
      userDataSecret,
      generation,
    }));
  return {
    replicas: pool.replicas,
    // Only for readers of the object: KubeVirt does not use it.
    maxUnavailable: poolPace(pool).atATime,
    selector: { matchLabels: { [labelKeys.machine]: pool.name } },
    updateStrategy: { unmanaged: {} },
    // The highest number goes first, so that the VMs of a pool are always 0 to n-1.
    scaleInStrategy: { proactive: { selectionPolicy: { sortPolicy: 'DescendingOrder' } } },
    // All VMs start with the same data; each knows its name from its host name.
    nameGeneration: { appendIndexToSecretRefs: false, appendIndexToConfigMapRefs: false },
    virtualMachineTemplate: {
      metadata: {
        labels: machine.apply(machineLabels),
        annotations: {
          ...machineAnnotations,
          // Of all keys, VMs of pools have the authority alone.
          ...keysAnnotation({ authority: args.config.keys.authority }),
        },
      },
      spec: machine.apply(renderMachine),
    },
  };
}
