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
  /** For all machines together. @default 3600 */
  readonly timeoutSeconds?: pulumi.Input<number>;
  /** Whether to delete disks of earlier generations that no machine has any more. @default true */
  readonly cleanUpDisks?: pulumi.Input<boolean>;
}

/**
 * A pool of machines, once all of them are as they are to be: exactly `replicas` VMs, each of the
 * right generation, running as such and Ready. Says meanwhile, for every other machine, why not.
 * Works for any VMs with the pool's label, whether or not a VirtualMachinePool makes them.
 *
 * Changes of `replicas`, `generation` and `cleanUpDisks` make it wait again. Its deletion does
 * nothing.
 */
export class PoolRollout extends pulumi.CustomResource {
  /** The generation that all machines have. */
  declare readonly generation: pulumi.Output<string>;
  /** Names of the machines. */
  declare readonly machines: pulumi.Output<readonly string[]>;

  constructor(name: string, args: PoolRolloutArgs, options?: pulumi.CustomResourceOptions) {
    const inputs = { ...args, kubeconfig: pulumi.secret(args.kubeconfig) };
    super(resourceTypes.poolRollout, name, { machines: undefined, ...inputs }, options);
  }
}
