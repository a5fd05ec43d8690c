// SPDX-License-Identifier: Apache-2.0
import { infraOutputs } from './infra-outputs.ts';
import { kubevirtStackOutputs } from './kubevirt-stack-outputs.ts';
import { readStack } from './read-stack.ts';

/**
 * What both stacks of an environment promised to those above them, read at once. If both are missing,
 * the lower one is named, for it comes first.
 *
 * @throws RunError, see {@link readStack}.
 */
export async function readInfraAndPlatform(environment: string) {
  const platform = readStack(kubevirtStackOutputs, environment);
  platform.catch(() => undefined);
  return { infra: await readStack(infraOutputs, environment), platform: await platform };
}
