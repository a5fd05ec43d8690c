// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { readinessOf } from './readiness.ts';
import { upcomingRoll } from './upcoming-roll.ts';
import type { RollFacts } from './upcoming-roll.ts';

/** Arguments of {@link foresee}. */
export interface ForeseeArgs extends RollFacts {
  /** Of an administrator of the user cluster; a secret. */
  readonly kubeconfig: pulumi.Output<string>;
  /** Names of the pools whose machines an update would replace. */
  readonly rollingPools: pulumi.Output<readonly string[]>;
}

/**
 * Says in previews what in a user cluster stands in the way of its update, or of machines that roll, go or
 * come.
 *
 * @returns nothing, when it has said it. Whoever registers that as an output has Pulumi wait for it.
 */
export function foresee({ kubeconfig, rollingPools, ...facts }: ForeseeArgs): pulumi.Output<void> {
  if (!pulumi.runtime.isDryRun()) return pulumi.output(undefined);
  return pulumi.all([kubeconfig, rollingPools]).apply(async ([text, pools]) => {
    const roll = upcomingRoll(facts, pools);
    if (roll === undefined) return;
    const { severity, text: message } = await readinessOf(text, facts.config, roll);
    await pulumi.log[severity](message);
  });
}
