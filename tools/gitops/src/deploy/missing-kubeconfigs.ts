// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { kubeconfigVariable } from '../run/kubeconfig-variable.ts';
import type { Workspace } from '../run/workspace.ts';
import { ringsFile } from './rings.ts';
import type { DeploymentRings } from './rings.ts';

/** Returns the variable that a stack names; undefined where its file cannot be read, which its preview says. */
function variableOf(root: string, stack: Stack): string | undefined {
  try {
    return kubeconfigVariable(root, stack);
  } catch {
    return undefined;
  }
}

/**
 * Returns which stacks in a ring need a file with a kubeconfig that this machine does not have, and so
 * perhaps no job of a deployment: only a runner of one's own has such a file.
 */
export function missingKubeconfigs(
  { root, stacks }: Workspace,
  { rings }: DeploymentRings,
  env: NodeJS.ProcessEnv,
): string[] {
  return rings.flatMap(({ environments, name }) =>
    stacks
      .filter(({ environment }) => environments.includes(environment))
      .flatMap((stack) => {
        const variable = variableOf(root, stack);
        if (variable === undefined || (env[variable] ?? '') !== '') return [];
        return [
          `${stack.file}: config.infra:existing.kubeconfigEnv: jobs of the ring ${name} have no file that ` +
            `${variable} names, unless their runner has one: encrypt the kubeconfig as existing.kubeconfig ` +
            `(docs/bare-metal.md#an-existing-cluster), or name the environment in byHand of ${ringsFile}`,
        ];
      }),
  );
}
