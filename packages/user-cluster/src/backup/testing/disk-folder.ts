// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const script = join(import.meta.dirname, '../scripts/etcd-disks.sh');
const systemPath = '/usr/sbin:/usr/bin:/sbin:/bin';

/** Whether the test runs as root, and the script therefore as {@link user}. */
export const isRoot = process.getuid?.() === 0;

/** User of the script. */
export const user = 107;

type Variables = Readonly<Record<string, string>>;

/**
 * A folder with a file in the place of the disk of cp-0, and with the data of this member. Programs run in it
 * as a user who is not root. That user may not be able to enter the folders above, so every path is relative.
 */
export class DiskFolder {
  readonly #root = mkdtempSync(join(tmpdir(), 'etcd-disks-'));

  constructor() {
    copyFileSync(script, this.path('etcd-disks.sh'));
    chmodSync(this.path('etcd-disks.sh'), 0o644);
    if (isRoot) chownSync(this.#root, user, user);
  }

  remove(): void {
    rmSync(this.#root, { recursive: true, force: true });
  }

  /** Path of a file for the test itself. */
  path(...parts: readonly string[]): string {
    return join(this.#root, ...parts);
  }

  /** Runs a program as somebody who is not root. */
  run(program: string, ...args: readonly string[]) {
    return this.#runWith({}, program, ...args);
  }

  /** Runs the script for one disk. */
  disks(mode: string, restore: string, folder: string, env: Variables = {}) {
    const args = ['etcd-disks.sh', mode, restore, folder, 'cp-0=cp-0.img'];
    const { status, stderr } = this.#runWith(env, '/bin/sh', ...args);
    return { status, stderr };
  }

  /** Makes an empty disk and gives its path, which is relative. */
  makeDisk(): string {
    const file = this.path('cp-0.img');
    writeFileSync(file, '');
    truncateSync(file, 64 << 20);
    if (isRoot) chownSync(file, user, user);
    return 'cp-0.img';
  }

  /** Makes the data of a member. */
  makeData(folder: string, content: string): void {
    const data = this.path(folder, 'cp-0/member');
    for (const part of ['snap', 'wal']) mkdirSync(join(data, part), { recursive: true });
    writeFileSync(join(data, 'snap/db'), content);
    writeFileSync(join(data, 'wal/0000000000000000-0000000000000000.wal'), 'log');
    // The user may read and write it, whatever the umask says.
    const all = readdirSync(this.path(folder), { recursive: true, encoding: 'utf8' });
    for (const entry of ['', ...all]) {
      chmodSync(this.path(folder, entry), 0o755);
      if (isRoot) chownSync(this.path(folder, entry), user, user);
    }
  }

  /** Returns what a command of debugfs says of a disk. */
  look(disk: string, command: string): string {
    return this.run('debugfs', '-R', command, disk).stdout;
  }

  /** Writes bytes over a part of a disk. */
  damage(disk: string, at: number, bytes: Uint8Array): void {
    const file = openSync(this.path(disk), 'r+');
    writeSync(file, bytes, 0, bytes.length, at);
    closeSync(file);
  }

  /** Writes a word over every other one of the same length. */
  rename(disk: string, from: string, to: string): void {
    const bytes = readFileSync(this.path(disk));
    for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) {
      this.damage(disk, at, Buffer.from(to));
    }
  }

  /** Makes a program, and returns the variables with which it is found before the real one. */
  makeProgram(name: string, text: string): Variables {
    writeFileSync(this.path(name), `#!/bin/sh\n${text}\n`);
    chmodSync(this.path(name), 0o755);
    return { PATH: `.:${systemPath}` };
  }

  #runWith(env: Variables, program: string, ...args: readonly string[]) {
    const as = ['--reuid', `${user}`, '--regid', `${user}`, '--clear-groups', program];
    const [command, all] = isRoot ? ['setpriv', [...as, ...args]] : [program, args];
    const { status, stderr, stdout } = spawnSync(command, all, {
      cwd: this.#root,
      env: { PATH: systemPath, TMPDIR: '.', ...env },
      encoding: 'utf8',
    });
    return { status, stderr, stdout };
  }
}
