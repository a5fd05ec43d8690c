// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Stack, with the fields that policies need. */
export interface JudgedStack {
  readonly program: string;
  /** Environment whose policy settings apply. */
  readonly environment: string;
}

/**
 * Returns the flags that make the policy pack judge a preview or an update that runs in the folder
 * of the stack's program. Returns none where the repository has no pack.
 *
 * @param root - root folder of the repository.
 */
export function policyFlags(root: string, { environment, program }: JudgedStack): string[] {
  const pack = join(root, 'packages/policies');
  if (!existsSync(join(pack, 'PulumiPolicy.yaml'))) return [];
  const folder = join(root, 'packages', program);
  const config = join(root, 'stacks/policies', `${environment}.json`);
  return [
    '--policy-pack',
    relative(folder, pack),
    ...(existsSync(config) ? ['--policy-pack-config', relative(folder, config)] : []),
  ];
}
