// SPDX-License-Identifier: Apache-2.0
import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A user who may log in. */
export interface Account {
  readonly name: string;
  readonly shell: string;
  readonly keys: readonly string[];
  /** Field of /etc/shadow, which no password fits. @default `!`, a locked one */
  readonly password?: '*' | '!';
  /** Rules of sudo. @default none */
  readonly sudo?: readonly string[];
}

const sudoFile = 'etc/sudoers.d/90-cloud-init-users';
const dayMilliseconds = 86_400_000;

/** Appends a line to a file in /etc unless it has one of that name; makes the file, which a disk of before may lack. */
function addEntry(root: string, file: string, name: string, fields: string): void {
  const path = join(root, 'etc', file);
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  if (lines.some((line) => line.startsWith(`${name}:`))) return;
  appendFileSync(path, `${name}:${fields}\n`, file === 'shadow' ? { mode: 0o640 } : {});
}

/** Adds users that do not exist yet, with a group each, and writes their keys. */
export function addAccounts(root: string, accounts: readonly Account[]): void {
  const today = Math.floor(Date.now() / dayMilliseconds);
  for (const [index, { name, shell, keys, password = '!' }] of accounts.entries()) {
    const home = name === 'root' ? '/root' : `/home/${name}`;
    const id = 1000 + index;
    addEntry(root, 'passwd', name, `x:${id}:${id}::${home}:${shell}`);
    addEntry(root, 'group', name, `x:${id}:`);
    addEntry(root, 'shadow', name, `${password}:${today}:0:99999:7:::`);
    mkdirSync(join(root, home, '.ssh'), { recursive: true, mode: 0o700 });
    if (keys.length === 0) continue;
    writeFileSync(join(root, home, '.ssh/authorized_keys'), `${keys.join('\n')}\n`, {
      mode: 0o600,
    });
  }
}

/** Writes the rules of sudo of users, as cloud-init does. */
export function addSudoRules(root: string, accounts: readonly Account[]): void {
  const file = join(root, sudoFile);
  const known = existsSync(file) ? readFileSync(file, 'utf8') : '';
  for (const { name, sudo = [] } of accounts) {
    const text = [`# User rules for ${name}`, ...sudo.map((rule) => `${name} ${rule}`), ''];
    if (sudo.length === 0 || known.includes(text.join('\n'))) continue;
    mkdirSync(join(root, 'etc/sudoers.d'), { recursive: true, mode: 0o750 });
    appendFileSync(file, text.join('\n'));
    chmodSync(file, 0o440);
  }
}
