// SPDX-License-Identifier: Apache-2.0
import { describeIssues, formatPath } from '@strata/contracts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { PlanError } from './report.ts';

/**
 * Reads a YAML or JSON file of the repository and checks it.
 *
 * @returns undefined when there is no such file.
 * @throws PlanError listing everything that is wrong with it.
 */
export function readChecked<T extends z.ZodType>(
  root: string,
  file: string,
  schema: T,
): z.output<T> | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  return checked(parse(readFileSync(path, 'utf8')), file, schema);
}

/**
 * Checks a value.
 *
 * @throws PlanError listing everything that is wrong with it, under the name of its
 * file.
 */
export function checked<T extends z.ZodType>(value: unknown, file: string, schema: T): z.output<T> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const lines = describeIssues(schema, value, parsed.error.issues, () => false).map(
    ({ message, path }) => `\n  ${formatPath(path)}: ${message}`,
  );
  throw new PlanError(`${file} is wrong:${lines.join('')}`);
}
