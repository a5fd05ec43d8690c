// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const runbook = resolve(import.meta.dirname, '../../../../docs/runbooks/recover-etcd.md');

/** Commands of the runbook for an infra cluster that has lost all control planes. */
export interface RunbookCommands {
  /** Gets the backup out of the repository. */
  readonly fetch: string;
  /** Puts the keys and etcd's data where they belong. */
  readonly putBack: string;
  /** Gives the key the name of one that KubeOne manages. */
  readonly renameKey: string;
}

/** Returns the commands as the runbook shows them. */
export function allLostCommands(): RunbookCommands {
  const [, part = ''] = /### All control planes are lost\n([\s\S]*?)\n##/.exec(
    readFileSync(runbook, 'utf8'),
  ) ?? [''];
  const [, fetch = ''] = /`(restic -r <repository> restore [^`]+)`/.exec(part) ?? [];
  const [, putBack = ''] = /```sh\n([\s\S]*?)```/.exec(part) ?? [];
  const [, renameKey = ''] =
    /```sh\n *(cd \/etc\/kubernetes\/encryption-providers [^`]*)```/.exec(part) ?? [];
  return { fetch, putBack, renameKey };
}
