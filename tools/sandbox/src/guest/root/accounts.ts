// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A user who may log in. */
export interface Account {
  readonly name: string;
  readonly shell: string;
  readonly keys: readonly string[];
}

/** Adds users that do not exist yet, and writes their keys. */
export function addAccounts(root: string, accounts: readonly Account[]): void {
  const passwd = join(root, 'etc/passwd');
  for (const [index, { name, shell, keys }] of accounts.entries()) {
    const home = name === 'root' ? '/root' : `/home/${name}`;
    const known = readFileSync(passwd, 'utf8').split('\n');
    if (!known.some((line) => line.startsWith(`${name}:`))) {
      const id = 1000 + index;
      appendFileSync(passwd, `${name}:x:${id}:${id}::${home}:${shell}\n`);
    }
    mkdirSync(join(root, home, '.ssh'), { recursive: true, mode: 0o700 });
    if (keys.length === 0) continue;
    writeFileSync(join(root, home, '.ssh/authorized_keys'), `${keys.join('\n')}\n`, {
      mode: 0o600,
    });
  }
}
