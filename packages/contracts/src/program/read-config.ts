// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { z } from 'zod';
import { formatPath, inspectConfig } from '../config/index.ts';
import type { Problem, RawConfig } from '../config/index.ts';
import { oneLine } from '../config/one-line.ts';
import { stackFile } from '../programs.ts';
import type { StackIdentity } from '../programs.ts';

/**
 * Stops the program with one message that lists every problem of a stack's configuration.
 *
 * @throws RunError if there is a problem: the user sees only the message, without a stack trace.
 */
export function rejectProblems(identity: StackIdentity, problems: readonly Problem[]): void {
  if (problems.length === 0) return;
  const lines = problems.map(({ path, message }) => {
    const key = formatPath(path);
    // A key of another project has its own prefix.
    const place = key.includes(':') ? key : `${identity.project}:${key}`;
    return `\n  config.${oneLine(place)}: ${oneLine(message)}`;
  });
  const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
  throw new pulumi.RunError(`${stackFile(identity)} has ${count}:${lines.join('')}`);
}

/**
 * Returns the checked configuration of a stack. Tests of schemas use it: programs have checks of their
 * own between the schema and {@link rejectProblems}.
 *
 * @throws RunError that lists every problem with its path in the stack's YAML file.
 */
export function parseConfig<T extends z.ZodObject>(schema: T, raw: RawConfig): z.output<T> {
  const { valid, problems } = inspectConfig(schema, raw);
  rejectProblems(raw, problems);
  // rejectProblems() has thrown if a key is missing.
  return valid as z.output<T>;
}

/** A function of the SDK's Config class that its published types leave out. */
const { isConfigSecret } = pulumi.runtime as unknown as {
  isConfigSecret: (key: string) => boolean;
};

/**
 * Returns the configuration of the running program's stack.
 *
 * @see https://www.pulumi.com/docs/iac/concepts/config/
 */
export function rawConfig(): RawConfig {
  const values = pulumi.runtime.allConfig();
  return {
    project: pulumi.getProject(),
    stack: pulumi.getStack(),
    values,
    secretKeys: Object.keys(values).filter((key) => isConfigSecret(key)),
  };
}
