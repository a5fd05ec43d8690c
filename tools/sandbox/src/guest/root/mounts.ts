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

/** Mounts an empty file system in memory. */
export function mountTemporary(target: string): void {
  mustMount('-t', 'tmpfs', '-o', 'mode=755', 'tmpfs', target);
}

/** Mounts a file or folder at a second place. */
export function bind(source: string, target: string): void {
  mustMount('--bind', source, target);
}

/**
 * Flags that a mount of the machine that runs the sandbox may have locked: a namespace may only add
 * flags to them.
 */
const lockedFlags = ['', ',nosuid,nodev', ',nosuid,nodev,noatime', ',nosuid,nodev,noexec'] as const;

/**
 * Mounts a folder of the machine that runs the sandbox, read-only.
 *
 * @throws Error when it would stay writable: a guest must never write to that machine.
 */
export function bindReadOnly(source: string, target: string): void {
  bind(source, target);
  for (const flags of lockedFlags) {
    if (mount('-o', `remount,bind,ro${flags}`, target).ok) return;
  }
  throw new Error(`cannot make ${target} read-only`);
}

/** Makes a folder of the guest read-only, with everything that is mounted in it so far. */
export function freeze(target: string): void {
  mustMount('--rbind', target, target);
  mustMount('-o', 'remount,bind,ro', target);
}

/**
 * Mounts /proc of this namespace, or of the one above where the kernel forbids a new mount of proc.
 */
export function mountProcesses(target: string): void {
  if (!mount('-t', 'proc', 'proc', target).ok) mustMount('--rbind', '/proc', target);
}

/** Unmounts a folder, even when it is still in use. */
export function unmount(target: string): void {
  spawnSync('umount', ['--lazy', target]);
}
