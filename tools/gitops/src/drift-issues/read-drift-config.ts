// SPDX-License-Identifier: Apache-2.0
import { describeIssues, formatPath } from '@strata/contracts';
import { driftConfig, driftConfigFile } from './drift-config.ts';
import type { DriftConfig } from './drift-config.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { GitopsError } from '../gitops-error.ts';

/**
 * Reads `stacks/drift/<environment>.yaml`; returns the defaults when there is no such file.
 *
 * @throws GitopsError listing everything that is wrong with it.
 */
export function readDriftConfig(root: string, environment: string): DriftConfig {
  const file = driftConfigFile(environment);
  const path = join(root, file);
  const value: unknown = existsSync(path) ? (parse(readFileSync(path, 'utf8')) ?? {}) : {};
  const parsed = driftConfig.safeParse(value);
  if (parsed.success) return parsed.data;
  const problems = describeIssues(driftConfig, value, parsed.error.issues, () => false);
  const lines = problems.map(({ message, path: at }) => `\n  ${formatPath(at)}: ${message}`);
  throw new GitopsError(`${file} is wrong:${lines.join('')}`);
}
