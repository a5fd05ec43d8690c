// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { z } from 'zod';
import { describeIssues, formatPath } from '../config/index.ts';
import { upCommand } from '../programs.ts';
import type { StackIdentity } from '../programs.ts';
import type { ReadOutputs, StackContract } from '../outputs/index.ts';
import { stackOutputs } from './stack-outputs.ts';

const rawOutputs = z.object({
  outputs: z.record(z.string(), z.unknown()),
  secretOutputNames: z.array(z.string()),
});

/** Returns the outputs of a stack; none when it does not exist. */
async function fetchOutputs(identity: StackIdentity) {
  try {
    return rawOutputs.parse(await stackOutputs(identity));
  } catch (error) {
    if (!(error instanceof Error) || !error.message.includes('unknown stack')) throw error;
    return { outputs: {}, secretOutputNames: [] };
  }
}

/**
 * Reads the outputs of another stack.
 *
 * @returns plain values; outputs that the contract calls secret are secret outputs.
 * @throws RunError naming the stack, everything that is missing or malformed, and the command that
 * brings it up.
 * @see https://www.pulumi.com/docs/iac/concepts/stacks/#stackreferences
 */
export async function readStack<V extends z.ZodObject, S extends z.ZodObject>(
  contract: StackContract<V, S>,
  stack: string,
): Promise<ReadOutputs<StackContract<V, S>>> {
  const { project, values, secrets } = contract;
  const remedy = `Run first: ${upCommand({ project, stack })}`;
  const { outputs, secretOutputNames } = await fetchOutputs({ project, stack });
  if (Object.keys(outputs).length === 0) {
    throw new pulumi.RunError(`stack ${project}/${stack} has not been brought up yet. ${remedy}`);
  }
  const schema = z.object({ ...values.shape, ...secrets.shape });
  const secretNames = Object.keys(secrets.shape);
  const isHidden = ([name]: readonly PropertyKey[]) =>
    [...secretNames, ...secretOutputNames].includes(String(name));
  const parsed = schema.safeParse(outputs);
  const problems = [
    ...(parsed.success ? [] : describeIssues(schema, outputs, parsed.error.issues, isHidden)),
    ...secretNames
      .filter((name) => name in outputs && !secretOutputNames.includes(name))
      .map((name) => ({ path: [name], message: 'is not a secret, but must be one' })),
  ];
  if (problems.length > 0) {
    const lines = problems.map(
      ({ path, message }) => `\n  outputs.${formatPath(path)}: ${message}`,
    );
    throw new pulumi.RunError(
      `stack ${project}/${stack} does not export what this program needs:${lines.join('')}\n${remedy}`,
    );
  }
  return Object.fromEntries(
    Object.entries(parsed.data ?? {}).map(([name, value]) => [
      name,
      secretNames.includes(name) ? pulumi.secret(value) : value,
    ]),
  ) as ReadOutputs<StackContract<V, S>>;
}
