// SPDX-License-Identifier: Apache-2.0
import { infraOutputs, kubevirtStackOutputs } from '../outputs/index.ts';
import { readStack } from './read-stack.ts';

/**
 * Reads the outputs of both stacks of an environment at once. If both are missing, the error names
 * the lower one, which must be brought up first.
 *
 * @throws RunError, see {@link readStack}.
 */
export async function readInfraAndPlatform(environment: string) {
  const platform = readStack(kubevirtStackOutputs, environment);
  platform.catch(() => undefined);
  return { infra: await readStack(infraOutputs, environment), platform: await platform };
}
