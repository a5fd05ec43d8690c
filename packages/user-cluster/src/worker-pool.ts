// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, ownerAnnotations, waitingFor } from '@strata/contracts';
import { machineLabels, renderMachine, type MachineArgs } from './render-machine.ts';

/** Arguments of {@link WorkerPool}. */
export interface WorkerPoolArgs extends MachineArgs {
  readonly namespace: string;
}

/**
 * Machines of one kind, kept at a number by KubeVirt: one resource however many there are. Done
 * when all of them run.
 *
 * @see https://kubevirt.io/user-guide/user_workloads/pool/
 */
export class WorkerPool extends pulumi.ComponentResource {
  /** Names of the machines, which are also host names and node names. */
  readonly machines: readonly string[];

  constructor(name: string, args: WorkerPoolArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:WorkerPool', name, {}, options);
    const { pool } = args;
    this.machines = Array.from({ length: pool.replicas }, (_, index) => `${pool.name}-${index}`);
    new apiextensions.CustomResource(
      `${name}-machines`,
      {
        apiVersion: 'pool.kubevirt.io/v1beta1',
        kind: 'VirtualMachinePool',
        metadata: {
          name: pool.name,
          namespace: args.namespace,
          labels: clusterLabels(args.environment, args.cluster),
          annotations: readiness(pool.replicas),
        },
        spec: {
          replicas: pool.replicas,
          maxUnavailable: pool.maxUnavailable,
          selector: { matchLabels: { [labelKeys.machine]: pool.name } },
          virtualMachineTemplate: {
            metadata: { labels: machineLabels(args) },
            spec: renderMachine(args),
          },
        },
      },
      { parent: this, customTimeouts: { create: '20m', update: '30m', delete: '15m' } },
    );
    this.registerOutputs({ machines: this.machines });
  }
}

/** A pool of none never reports how many are ready. */
function readiness(replicas: number): Record<string, string> {
  return replicas === 0
    ? { ...ownerAnnotations }
    : waitingFor(`jsonpath={.status.readyReplicas}=${replicas}`);
}
