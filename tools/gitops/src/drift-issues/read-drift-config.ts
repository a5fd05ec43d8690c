// SPDX-License-Identifier: Apache-2.0
import { checked, parseYaml } from '@strata/plan-check/read-yaml';
import { driftConfig, driftConfigFile } from './drift-config.ts';
import type { DriftConfig } from './drift-config.ts';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Reads `stacks/drift/<environment>.yaml`; returns the defaults when there is no such file.
 *
 * @throws PlanError listing everything that is wrong with it.
 */
export function readDriftConfig(root: string, environment: string): DriftConfig {
  const file = driftConfigFile(environment);
  const path = join(root, file);
  const value = existsSync(path) ? (parseYaml(readFileSync(path, 'utf8'), file) ?? {}) : {};
  return checked(value, file, driftConfig);
}
