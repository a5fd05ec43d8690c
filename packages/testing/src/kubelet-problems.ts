// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { builtTool } from './built-tool.ts';

/**
 * What the kubelet's own code has against a configuration and flags, warnings too.
 *
 * @param config - text of a KubeletConfiguration; JSON is YAML.
 * @param flags - what the kubelet is started with besides.
 * @returns one line for each problem; none when the kubelet starts without a word.
 */
export function kubeletProblems(config: string, flags: readonly string[] = []): string[] {
  const program = builtTool('kubelet-validate-1.35.4', 'kubelet-validate');
  const { status, stderr, error } = spawnSync(program, flags, { input: config, encoding: 'utf8' });
  if (error !== undefined) throw error;
  const lines = stderr.split('\n').filter((line) => line !== '');
  if (lines.length === 0 && status !== 0) return [`kubelet-validate ended with ${status ?? ''}`];
  return lines;
}
