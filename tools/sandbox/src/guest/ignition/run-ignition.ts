// SPDX-License-Identifier: Apache-2.0
import { randomUUID } from 'node:crypto';
import { appendFileSync, chmodSync, existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Tell } from '../console.ts';
import { addAccounts } from '../root/accounts.ts';
import { fileSystemOf, makeFileSystem } from '../root/disks.ts';
import { presetFile, unitFolder } from '../systemd/systemd.ts';
import { decodeDataUrl, type IgnitionConfig } from './ignition-config.ts';

/**
 * File on the root disk that exists once Ignition has run.
 *
 * @see https://github.com/coreos/ignition/blob/v2.20.0/internal/distro/distro.go
 */
const resultFile = 'etc/.ignition-result.json';

/** The machine that a run of Ignition changes, and the config. */
export interface IgnitionRun {
  readonly root: string;
  readonly config: IgnitionConfig;
  readonly tell: Tell;
}

type Storage = IgnitionConfig['storage'];

/**
 * Makes a file system as Ignition does.
 *
 * @see https://github.com/coreos/ignition/blob/v2.20.0/internal/exec/stages/disks/filesystems.go
 */
function makeDisk({ root, tell }: IgnitionRun, wanted: Storage['filesystems'][number]): void {
  const { device, format, label, wipeFilesystem } = wanted;
  const path = join(root, device);
  if (!existsSync(path)) throw new Error(`failed to wait on filesystems devs: ${device}`);
  const found = fileSystemOf(path);
  const isRight = found?.type === format && (label === undefined || found.label === label);
  if (isRight && !wipeFilesystem) {
    tell(`filesystem at "${device}" is already correctly formatted. Skipping mkfs...`);
    return;
  }
  if (found !== undefined && !wipeFilesystem) {
    throw new Error(
      `filesystem at "${device}" is not of the correct type, label, or UUID (found ${found.type}, "${found.label}", ) and a filesystem wipe was not requested`,
    );
  }
  makeFileSystem(path, { type: format, label: label ?? '' });
  tell(`created filesystem ${format} "${label ?? ''}" on "${device}"`);
}

/** Prepares the path of a file or a link; removes what is there when `overwrite` is set. */
function clear(root: string, path: string, overwrite: boolean, refusal: string): string {
  const target = join(root, path);
  if (lstatSync(target, { throwIfNoEntry: false }) !== undefined) {
    if (!overwrite) throw new Error(refusal);
    rmSync(target, { recursive: true });
  }
  mkdirSync(dirname(target), { recursive: true });
  return target;
}

/**
 * Writes folders, files and links as Ignition does.
 *
 * @see https://github.com/coreos/ignition/blob/v2.20.0/internal/exec/stages/files/filesystemEntries.go
 */
function writeStorage({ root, tell }: IgnitionRun, storage: Storage): void {
  for (const { path, mode } of storage.directories) {
    mkdirSync(join(root, path), { recursive: true });
    chmodSync(join(root, path), mode);
  }
  for (const { path, overwrite, contents, append, mode } of storage.files) {
    const target = join(root, path);
    if (contents !== undefined || !existsSync(target)) {
      const refusal = `error creating file "${path}": A file exists there already and overwrite is false`;
      clear(root, path, overwrite, refusal);
      writeFileSync(target, decodeDataUrl(contents?.source ?? 'data:,'));
    }
    for (const { source } of append) appendFileSync(target, decodeDataUrl(source));
    chmodSync(target, mode);
    tell(`wrote "${path}" (${mode.toString(8).padStart(4, '0')})`);
  }
  for (const { path, target, overwrite } of storage.links) {
    const refusal = `error creating symlink ${path}: a non-symlink already exists at that path and overwrite is false`;
    symlinkSync(target, clear(root, path, overwrite, refusal));
  }
}

/**
 * Writes the units and the presets; at its first boot, systemd reads from the presets which units
 * start.
 */
function writeUnits({ root, tell }: IgnitionRun, { units }: IgnitionConfig['systemd']): void {
  const presets: string[] = [];
  mkdirSync(join(root, unitFolder), { recursive: true });
  for (const { name, contents, enabled, mask } of units) {
    const file = join(root, unitFolder, name);
    if (contents !== undefined) writeFileSync(file, contents, { mode: 0o644 });
    if (mask) {
      rmSync(file, { force: true });
      symlinkSync('/dev/null', file);
    }
    if (enabled !== undefined) presets.push(`${enabled ? 'enable' : 'disable'} ${name}\n`);
    tell(`unit ${name}${mask ? ', masked' : enabled === true ? ', enabled' : ''}`);
  }
  mkdirSync(dirname(join(root, presetFile)), { recursive: true });
  writeFileSync(join(root, presetFile), presets.join(''));
}

/**
 * Renders what Ignition records of its run.
 *
 * @see https://github.com/coreos/ignition/blob/v2.24.0/internal/exec/stages/files/filesystemEntries.go `createResultFile`
 */
function renderResult(): string {
  const result = {
    provisioningBootID: randomUUID(),
    provisioningDate: `${new Date().toISOString().slice(0, 19)}Z`,
    userConfigProvided: true,
  };
  return `${JSON.stringify(result, null, 2)}\n`;
}

/**
 * Applies a config once in the life of a root disk, before systemd starts.
 *
 * @returns False when it had run before.
 * @throws Error in Ignition's words; then the machine does not boot.
 */
export function runIgnition(run: IgnitionRun): boolean {
  const { root, config, tell } = run;
  const result = join(root, resultFile);
  if (existsSync(result)) return false;
  for (const wanted of config.storage.filesystems) makeDisk(run, wanted);
  const accounts = config.passwd.users.map(({ name, shell, sshAuthorizedKeys }) => ({
    name,
    shell,
    keys: sshAuthorizedKeys,
    password: '*' as const,
  }));
  addAccounts(root, accounts);
  for (const { name, keys } of accounts) tell(`user ${name}, ${keys.length} SSH keys`);
  writeStorage(run, config.storage);
  writeUnits(run, config.systemd);
  writeFileSync(result, renderResult(), { mode: 0o600 });
  return true;
}
