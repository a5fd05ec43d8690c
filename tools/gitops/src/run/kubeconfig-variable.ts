// SPDX-License-Identifier: Apache-2.0
import { parseStackYaml } from '@strata/contracts/stack-yaml';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Contents of a stack's file, as far as they are looked at here; an empty file has none. */
type StackFile = {
  readonly config?: { readonly 'infra:existing'?: { readonly kubeconfigEnv?: string } };
} | null;

/**
 * Returns the name of the environment variable with the kubeconfig of an existing cluster, if the
 * stack uses one.
 */
export function kubeconfigVariable(root: string, { file, program }: Stack): string | undefined {
  if (program !== 'infra') return undefined;
  const content = parseStackYaml(readFileSync(join(root, file), 'utf8')) as StackFile;
  return content?.config?.['infra:existing']?.kubeconfigEnv;
}
