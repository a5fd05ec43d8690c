// SPDX-License-Identifier: Apache-2.0
import { accessSync, constants, existsSync, lstatSync, mkdirSync, readdirSync } from 'node:fs';
import { readlinkSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { BootFile } from '../boot-file.ts';
import { curlStandIn, imageTools, impossibleChecks } from './image-tools.ts';
import { kubernetesPrograms, standIns, type StandIn } from './image-tools.ts';
import { bindReadOnly } from './mounts.ts';

/** Folders with the programs of the machine that runs the sandbox. */
const machinePath = ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];

/**
 * Folder of the guest with the programs of that machine, in one numbered folder for each of its
 * folders.
 */
const machineFolder = '/usr/libexec/machine';

const imageFolder = join(import.meta.dirname, '../image');

/**
 * Returns the path of a program of the machine that runs the sandbox; undefined when it has none of
 * this name.
 */
export function findTool(name: string, path: readonly string[] = machinePath): string | undefined {
  for (const folder of path) {
    const file = join(folder, name);
    try {
      accessSync(file, constants.X_OK);
      return realpathSync(file);
    } catch {
      continue;
    }
  }
  return undefined;
}

/** Returns the newest of the versions, compared number by number. */
export function newestVersion(versions: readonly string[]): string | undefined {
  const ordered = versions.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  return ordered.at(-1);
}

function place(path: string): string {
  mkdirSync(dirname(path), { recursive: true });
  return path;
}

/** Adds the libraries, at the paths where programs look for them. */
function addLibraries(root: string): void {
  for (const name of readdirSync('/usr')) {
    if (!/^lib(32|64|x32)?$/.test(name)) continue;
    mkdirSync(join(root, 'usr', name), { recursive: true });
    bindReadOnly(join('/usr', name), join(root, 'usr', name));
  }
  for (const name of readdirSync('/')) {
    if (!/^lib(32|64|x32)?$/.test(name)) continue;
    const source = join('/', name);
    const target = join(root, name);
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target);
    else {
      mkdirSync(target);
      bindReadOnly(source, target);
    }
  }
}

/** Adds the tools of the image. @returns Whether the machine that runs the sandbox has curl. */
function addTools(root: string): boolean {
  const folders = new Map<string, string>();
  const inGuest = (file: string) => {
    const folder = dirname(file);
    let shown = folders.get(folder);
    if (shown === undefined) {
      shown = `${machineFolder}/${folders.size}`;
      folders.set(folder, shown);
      mkdirSync(join(root, shown), { recursive: true });
      bindReadOnly(folder, join(root, shown));
    }
    return join(shown, basename(file));
  };
  const link = (name: string) => {
    const file = findTool(name);
    if (file !== undefined) symlinkSync(inGuest(file), place(join(root, 'usr/bin', name)));
    return file !== undefined;
  };
  for (const name of imageTools) link(name);
  return link('curl');
}

/** Adds a stand-in; keeps a file that the root disk has at its path. */
function addStandIn(root: string, { file, paths }: StandIn): void {
  for (const path of paths) {
    if (lstatSync(join(root, path), { throwIfNoEntry: false }) !== undefined) continue;
    symlinkSync(`/usr/local/lib/strata-guest/${file}`, place(join(root, path)));
  }
}

/** Adds Kubernetes as the image contains it: on the root disk, which must be mounted. */
export function addKubernetes(root: string, { reads }: BootFile): void {
  addStandIn(root, kubernetesPrograms[reads]);
}

/** Adds the programs of Kubernetes and the stand-ins, read-only as in an image. */
function addPrograms(root: string, { binaries }: BootFile, hasCurl: boolean): void {
  const own = join(root, 'usr/local/lib/strata-guest');
  mkdirSync(own, { recursive: true });
  bindReadOnly(imageFolder, own);
  const node = join(root, 'usr/local/lib/node');
  writeFileSync(node, '');
  bindReadOnly(process.execPath, node);
  for (const standIn of [...standIns, ...(hasCurl ? [] : [curlStandIn])]) addStandIn(root, standIn);
  const kubernetes = join(root, 'usr/local/lib/kubernetes');
  for (const [version, folder] of Object.entries(binaries.kubernetes)) {
    mkdirSync(join(kubernetes, version), { recursive: true });
    bindReadOnly(folder, join(kubernetes, version));
  }
  const complete = Object.keys(binaries.kubernetes).filter((version) =>
    existsSync(join(kubernetes, version, 'kubeadm')),
  );
  writeFileSync(join(kubernetes, 'newest'), newestVersion(complete) ?? '');
  writeFileSync(join(kubernetes, 'impossible-checks'), impossibleChecks.join(','));
  const etcd = join(root, 'usr/local/lib/etcd');
  writeFileSync(etcd, '');
  bindReadOnly(binaries.etcd, etcd);
}

/** Adds everything below /usr: what a golden image has, and nothing else. */
export function addImage(root: string, boot: BootFile): void {
  for (const folder of ['usr/bin', 'usr/sbin', 'usr/local/bin', 'usr/local/sbin']) {
    mkdirSync(join(root, folder), { recursive: true });
  }
  symlinkSync('usr/bin', join(root, 'bin'));
  symlinkSync('usr/sbin', join(root, 'sbin'));
  addLibraries(root);
  addPrograms(root, boot, addTools(root));
}
