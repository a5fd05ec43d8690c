// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const runbook = join(import.meta.dirname, '../../../docs/runbooks/restore-user-cluster.md');

/** Commands of the runbook that restores a user cluster, as the page shows them. */
export interface RestoreCommands {
  /** Stops the control plane of a machine, and waits until it has ended. */
  readonly stop: string;
  /** Restores the backup beside the data of etcd. */
  readonly restore: string;
  /** Puts the restored data in the place of the former, and starts the control plane. */
  readonly start: string;
}

/** Reads the commands. @throws Error when the page no longer has three blocks of them. */
export function restoreCommands(): RestoreCommands {
  const [, part = ''] = /\n## Restore\n([\s\S]*?)\n## /.exec(readFileSync(runbook, 'utf8')) ?? [];
  const [stop, restore, start] = [...part.matchAll(/^ {3}```sh\n([\s\S]*?)^ {3}```/gm)].map(
    ([, block = '']) => block.replaceAll(/^ {3}/gm, ''),
  );
  if (stop === undefined || restore === undefined || start === undefined) {
    throw new Error(`${runbook} has fewer than three blocks of commands below "## Restore"`);
  }
  return { stop, restore, start };
}
