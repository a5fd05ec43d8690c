// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { builtTool } from './built-tool.ts';

/**
 * Returns the errors and warnings of the kubelet's own code about a configuration and flags.
 *
 * @param config - text of a KubeletConfiguration; JSON is YAML.
 * @param flags - flags that the kubelet is started with, in addition to the configuration.
 * @returns one line for each problem; an empty list when the kubelet reports nothing.
 */
export function kubeletProblems(config: string, flags: readonly string[] = []): string[] {
  const program = builtTool('kubelet-validate-1.35.4', 'kubelet-validate');
  const { status, stderr, error } = spawnSync(program, flags, { input: config, encoding: 'utf8' });
  if (error !== undefined) throw error;
  const lines = stderr.split('\n').filter((line) => line !== '');
  if (lines.length === 0 && status !== 0) return [`kubelet-validate ended with ${status ?? ''}`];
  return lines;
}
