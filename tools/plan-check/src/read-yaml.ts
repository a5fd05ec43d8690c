// SPDX-License-Identifier: Apache-2.0
import { describeIssues } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import { parseStackYaml } from '@strata/contracts/stack-yaml';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';
import { messageOf, PlanError, WrongFile } from './report.ts';

/** Returns problems of a value that its schema cannot know. */
export type MoreProblems = (value: unknown) => readonly Problem[];

const none: MoreProblems = () => [];

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
  more: MoreProblems = none,
): z.output<T> | undefined {
  const path = join(root, file);
  if (!existsSync(path)) return undefined;
  return checked(parseYaml(readFileSync(path, 'utf8'), file), file, schema, more);
}

/**
 * Parses the text of a YAML or JSON file.
 *
 * @throws PlanError that names the file and the first mistake in it.
 */
export function parseYaml(text: string, file: string): unknown {
  try {
    return parseStackYaml(text);
  } catch (error) {
    const [first = ''] = messageOf(error).split('\n');
    throw new PlanError(`${file} is no YAML: ${first}`);
  }
}

/**
 * Checks a value.
 *
 * @throws WrongFile listing everything that is wrong with it.
 */
export function checked<T extends z.ZodType>(
  value: unknown,
  file: string,
  schema: T,
  more: MoreProblems = none,
): z.output<T> {
  const result = schema.safeParse(value);
  const issues = result.success ? [] : result.error.issues;
  const problems = [...describeIssues(schema, value, issues, () => false), ...more(value)];
  if (result.success && problems.length === 0) return result.data;
  throw new WrongFile(file, problems);
}
