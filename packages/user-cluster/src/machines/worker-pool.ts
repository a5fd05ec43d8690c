// SPDX-License-Identifier: Apache-2.0
import { apiextensions } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, labelKeys, waitingFor } from '@strata/contracts';
import { machineLabels, renderMachine, type MachineArgs } from './render-machine.ts';

/** Arguments of {@link WorkerPool}. */
export interface WorkerPoolArgs extends MachineArgs {
  readonly namespace: string;
}

/**
 * Machines of one kind, kept at a number by KubeVirt: one resource however many there are. Done
 * when all of them run; an update of running machines, once it has been accepted, for KubeVirt does
 * not say when the last machine has taken it on.
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
          // The highest number goes first, so that the machines of a pool are always 0 to n-1.
          scaleInStrategy: { proactive: { selectionPolicy: { sortPolicy: 'DescendingOrder' } } },
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

/** The status of a pool without machines leaves out how many there are. */
const isEmpty = 'jsonpath={$[?(@.labelSelector && !@.replicas)]}';

/** What the provider waits for: as many machines as asked for are ready, or none is left. */
function readiness(replicas: number): Record<string, string> {
  return waitingFor(replicas === 0 ? isEmpty : `jsonpath={.status.readyReplicas}=${replicas}`);
}
