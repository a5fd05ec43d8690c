// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';
import { SecretsRewrite } from '@strata/strata-provider';
import type { ClusterContext } from '../cluster-context.ts';
import { phaseIndex, stepOf } from '../rotation/index.ts';
import { encryptionKeyName } from './encryption-key-name.ts';

/** Arguments of {@link createSecretsRewrite}. */
export interface SecretsRewriteFacts extends Pick<ClusterContext, 'config' | 'keySteps'> {
  /** Kubeconfig of the stack itself; a secret. */
  readonly kubeconfig: pulumi.Input<string>;
}

/**
 * Has all Secrets of the cluster encrypted with the newest key, before any VM loses the key before. An
 * update that goes on after one that was cut off does it again.
 *
 * @returns what VMs must depend on; undefined where no VM has a key to lose.
 */
export function createSecretsRewrite(
  name: string,
  { config, keySteps = [], kubeconfig }: SecretsRewriteFacts,
  options: pulumi.CustomResourceOptions,
): SecretsRewrite | undefined {
  const { encryption } = config.keys;
  const step = stepOf('encryption', encryption);
  const isLosing = keySteps.some((steps) => steps.encryption < step);
  if (phaseIndex(step) !== 2 || !isLosing) return undefined;
  return new SecretsRewrite(
    name,
    {
      kubeconfig,
      key: encryptionKeyName(encryption.generation),
      unfinished: true,
    },
    options,
  );
}
