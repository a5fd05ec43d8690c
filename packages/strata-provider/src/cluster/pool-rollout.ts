// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface PoolRolloutArgs {
  /** Kubeconfig of the infra cluster; kept as a secret. */
  readonly kubeconfig: pulumi.Input<string>;
  readonly namespace: pulumi.Input<string>;
  /** Name of the VirtualMachinePool, and value of the label `strata.dev/pool` on its VMs, VMIs and disks. */
  readonly pool: pulumi.Input<string>;
  /** Wanted number of machines. */
  readonly replicas: pulumi.Input<number>;
  /** Value of the label `strata.dev/generation` on VMs and VMIs that are up to date. */
  readonly generation: pulumi.Input<string>;
  /**
   * Kubeconfig of the cluster that the machines are nodes of, to drain them; kept as a secret.
   *
   * @default none: machines drain themselves while they shut down
   */
  readonly clusterKubeconfig?: pulumi.Input<string>;
  /** Number of machines that may exist beyond `replicas` during the rollout. @default 1 */
  readonly maxSurge?: pulumi.Input<number>;
  /** Number of machines that may be missing at a time; 0 requires `maxSurge` of 1 or more. @default 1 */
  readonly maxUnavailable?: pulumi.Input<number>;
  /** Seconds that a machine must have been Ready to count as available. @default 0 */
  readonly minReadySeconds?: pulumi.Input<number>;
  /** Seconds that pods may take to leave a machine before it is deleted with them. @default 600 */
  readonly drainSeconds?: pulumi.Input<number>;
  /** Seconds that may pass without another machine that is up to date and Ready. @default 3600 */
  readonly timeoutSeconds?: pulumi.Input<number>;
  /**
   * Whether the infra cluster shows a rollout that has not ended. A rollout that failed or was killed
   * leaves the state with its former inputs, so a program that goes back to these inputs would change
   * nothing; `true` makes the rollout run again. The value is not kept in the state: the input
   * `repeats`, which no program sets, counts these runs.
   *
   * @default false
   */
  readonly unfinished?: pulumi.Input<boolean>;
}

/**
 * A pool whose machines are all up to date: exactly `replicas` VMs, each of the wanted generation,
 * running with it and Ready. While it waits, it reports for every other machine why it is not.
 *
 * When the VirtualMachinePool leaves updates to others (`updateStrategy.unmanaged`), it replaces the
 * machines of other generations itself: it drains and deletes a machine, waits until the pool has
 * created it again and it is Ready, then continues with the next. It reads its position from the
 * clusters, so the next run continues an interrupted one. For all other VMs with the label of the
 * pool it only waits.
 *
 * Changes of `replicas` and `generation` start it again, and so does `unfinished`.
 * Its deletion does nothing.
 */
export class PoolRollout extends pulumi.CustomResource {
  /** Generation of all machines. */
  declare readonly generation: pulumi.Output<string>;
  /** Names of the machines. */
  declare readonly machines: pulumi.Output<readonly string[]>;

  constructor(name: string, args: PoolRolloutArgs, options?: pulumi.CustomResourceOptions) {
    const { clusterKubeconfig } = args;
    const inputs = {
      ...args,
      kubeconfig: pulumi.secret(args.kubeconfig),
      ...(clusterKubeconfig !== undefined && {
        clusterKubeconfig: pulumi.secret(clusterKubeconfig),
      }),
    };
    super(resourceTypes.poolRollout, name, { machines: undefined, ...inputs }, options);
  }
}
