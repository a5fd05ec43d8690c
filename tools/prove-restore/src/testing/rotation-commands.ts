// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

const runbook = resolve(
  import.meta.dirname,
  '../../../../docs/runbooks/rotate-infra-certificates.md',
);

/** Commands of the runbook that rotates the encryption key of an infra cluster. */
export interface RotationCommands {
  /** Makes a key, and writes `read-new.json`, `write-new.json` and `only-new.json` from `old.json`. */
  readonly makeKey: string;
  /** Prints the keys that Secrets are encrypted with, from what etcdctl has written into `stored`. */
  readonly countKeys: string;
}

/** Returns the commands as the runbook shows them. */
export function rotationCommands(): RotationCommands {
  const [, part = ''] =
    /## The encryption key of Secrets\n([\s\S]*?)\n##/.exec(readFileSync(runbook, 'utf8')) ?? [];
  const [, makeKey = ''] = /```sh\n( *export NAME=[\s\S]*?)```/.exec(part) ?? [];
  const [, countKeys = ''] = /\n *(grep [^\n]*stored[^\n]*)\n/.exec(part) ?? [];
  return { makeKey, countKeys };
}
