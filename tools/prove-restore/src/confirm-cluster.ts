// SPDX-License-Identifier: Apache-2.0
import { createInterface } from 'node:readline/promises';
import type { CommandRun } from './run-to-end.ts';

/** Asks for the name of the cluster, which nobody types by mistake. */
export async function confirmCluster(
  cluster: string,
  { progress, stop }: CommandRun,
): Promise<boolean> {
  progress.end();
  if (!process.stdin.isTTY) {
    console.error('Without a terminal nobody can be asked: add --yes.');
    return false;
  }
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await lines.question(`Type "${cluster}" to go on: `, { signal: stop.signal });
  lines.close();
  return answer.trim() === cluster;
}
