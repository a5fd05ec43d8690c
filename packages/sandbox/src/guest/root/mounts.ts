// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';

function mount(...args: string[]): { ok: boolean; message: string } {
  const { status, stderr, error } = spawnSync('mount', args, { encoding: 'utf8' });
  return { ok: status === 0, message: error?.message ?? stderr.trim() };
}

function mustMount(...args: string[]): void {
  const { ok, message } = mount(...args);
  if (!ok) throw new Error(`mount ${args.join(' ')}: ${message}`);
}

/** An empty file system in memory. */
export function mountTemporary(target: string): void {
  mustMount('-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', target);
}

/** Shows a file or folder at another place as well. */
export function bind(source: string, target: string): void {
  mustMount('--bind', source, target);
}

/** What the machine's own mount may have locked; a namespace may only add to it. */
const lockedFlags = ['', ',nosuid,nodev', ',nosuid,nodev,noatime', ',nosuid,nodev,noexec'] as const;

/**
 * Shows a folder of the machine, which the guest cannot change.
 *
 * @throws Error when it would stay writable: a guest must never write to the machine.
 */
export function bindReadOnly(source: string, target: string): void {
  bind(source, target);
  for (const flags of lockedFlags) {
    if (mount('-o', `remount,bind,ro${flags}`, target).ok) return;
  }
  throw new Error(`cannot make ${target} read-only`);
}

/** Makes a folder of the guest, with all that is shown in it, one that nobody writes to any more. */
export function freeze(target: string): void {
  mustMount('--rbind', target, target);
  mustMount('-o', 'remount,bind,ro', target);
}

/** The processes of this namespace, or of the one above where the kernel forbids a mount of its own. */
export function mountProcesses(target: string): void {
  if (!mount('-t', 'proc', 'proc', target).ok) mustMount('--rbind', '/proc', target);
}

/** Takes a mount away again, also when something still uses it. */
export function unmount(target: string): void {
  spawnSync('umount', ['--lazy', target]);
}
