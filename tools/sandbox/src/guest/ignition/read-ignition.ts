// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import type { BootFile } from '../boot-file.ts';
import { playIgnition, type IgnitionConfig } from './ignition-config.ts';

/** A config that Ignition would reject, or would not apply entirely. */
export class IgnitionError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Label of the disk that Ignition reads on KubeVirt.
 *
 * @see https://github.com/coreos/ignition/blob/v2.20.0/internal/providers/kubevirt/kubevirt.go
 */
const diskLabel = 'config-2';

/**
 * Returns the errors and warnings of Ignition itself about a config; none when all of it is right.
 */
function askIgnition(program: string, config: string): string[] {
  const { status, stdout, error } = spawnSync(program, { input: config, encoding: 'utf8' });
  if (error !== undefined) throw error;
  const lines = stdout.split('\n').filter((line) => line !== '');
  return lines.length === 0 && status !== 0
    ? [`${program} ended with ${status ?? 'a signal'}`]
    : lines;
}

/**
 * Reads the config of a machine with Ignition's own code, but more strictly: also rejects what
 * Ignition would only warn of and then skip.
 *
 * @throws IgnitionError with one line for each problem.
 */
export function readIgnition({ userData, label, binaries }: BootFile): IgnitionConfig {
  if (label !== diskLabel) {
    throw new IgnitionError([`no disk with the label ${diskLabel}, there is ${label} alone`]);
  }
  if (binaries.ignition === undefined) throw new Error('ignition-validate is not built');
  const found = askIgnition(binaries.ignition, userData);
  if (found.length > 0)
    throw new IgnitionError([...found, 'Ignition failed: the config is not used']);
  const { config, problems } = playIgnition(JSON.parse(userData));
  if (config === undefined) throw new IgnitionError(problems);
  return config;
}
