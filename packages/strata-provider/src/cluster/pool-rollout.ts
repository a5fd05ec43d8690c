// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { resourceTypes } from '../resource-types.ts';

export interface PoolRolloutArgs {
  /** Of the infra cluster; kept as a secret. */
  readonly kubeconfig: pulumi.Input<string>;
  readonly namespace: pulumi.Input<string>;
  /** The value of the label `strata.dev/pool` on its VMs, VMIs and disks, and its own name. */
  readonly pool: pulumi.Input<string>;
  /** How many machines there are to be. */
  readonly replicas: pulumi.Input<number>;
  /** The value of the label `strata.dev/generation` on VMs and VMIs that are as they are to be. */
  readonly generation: pulumi.Input<string>;
  /**
   * Of the cluster that the machines are nodes of, to empty them; kept as a secret.
   *
   * @default machines empty themselves while they shut down
   */
  readonly clusterKubeconfig?: pulumi.Input<string>;
  /** Machines that may be there beyond `replicas` while old ones are replaced. @default 1 */
  readonly maxSurge?: pulumi.Input<number>;
  /** Machines that may be away at a time; 0 needs a surge. @default 1 */
  readonly maxUnavailable?: pulumi.Input<number>;
  /** How long a machine must have been Ready to count. @default 0 */
  readonly minReadySeconds?: pulumi.Input<number>;
  /** How long pods may take to leave a machine before it goes with them. @default 600 */
  readonly drainSeconds?: pulumi.Input<number>;
  /** How long may pass without one more machine that is new and Ready. @default 3600 */
  readonly timeoutSeconds?: pulumi.Input<number>;
  /** Whether to delete disks of earlier generations that no machine has any more. @default true */
  readonly cleanUpDisks?: pulumi.Input<boolean>;
  /**
   * Whether the infra cluster shows a rollout that has not ended, though the state may say so: one that
   * failed or was killed leaves the state with the inputs of before, and a program that goes back to
   * them changes nothing by itself. Then it works again. It is not kept: the input `repeats`, which no
   * program sets, counts how often that was so.
   *
   * @default false
   */
  readonly unfinished?: pulumi.Input<boolean>;
}

/**
 * A pool of machines, once all of them are as they are to be: exactly `replicas` VMs, each of the
 * right generation, running as such and Ready. Says meanwhile, for every other machine, why not.
 *
 * Where the VirtualMachinePool leaves updates to others (`updateStrategy.unmanaged`), it replaces the
 * machines of other generations itself: emptied, deleted, made anew by the pool, Ready, then the next.
 * It reads from the clusters where it is, so a run that was cut off goes on in the next. Any other
 * VMs with the pool's label it only waits for.
 *
 * Changes of `replicas`, `generation` and `cleanUpDisks` make it work again, and so does `unfinished`.
 * Its deletion does nothing.
 */
export class PoolRollout extends pulumi.CustomResource {
  /** The generation that all machines have. */
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
