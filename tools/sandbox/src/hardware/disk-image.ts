// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eraseDisk, fileSystemOf, filesOf, makeFileSystem } from '../guest/root/disks.ts';
import { systemPath } from '../rack/requirements.ts';

/** File in the folder of a volume with the bytes of its disk. While it is there, it is the disk. */
const imageFile = 'disk.img';

/** File systems that a disk can have here when a pod gets it: those that mke2fs fills. */
const knownTypes: ReadonlySet<string> = new Set(['ext2', 'ext3', 'ext4']);

/** Milliseconds that one program may take. */
const limit = 120_000;

/**
 * Runs a program of e2fsprogs, which the machine that runs the sandbox must have.
 *
 * @throws Error with the package to install when the machine lacks it, else with what it says.
 */
async function run(program: string, args: readonly string[]) {
  try {
    const env = { PATH: systemPath() };
    return await promisify(execFile)(program, args, { env, timeout: limit, maxBuffer: 1 << 24 });
  } catch (error) {
    const { code, stderr } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') throw new Error(`install the package e2fsprogs: ${program} is missing`);
    const said = stderr?.trim() ?? '';
    throw new Error(`${program}: ${said === '' ? (error as Error).message : said}`);
  }
}

/**
 * Gives pods the disk of a machine that is off as a block device, which is a file here: with the
 * file system and the files that the guest has left on it. A disk that pods have already had, and no
 * machine since, is as they left it.
 *
 * @param device - Folder of the volume.
 * @param bytes - Size of the disk.
 * @returns Path of the file.
 * @throws Error when this machine cannot make it.
 */
export async function openImage(device: string, bytes: number): Promise<string> {
  const image = join(device, imageFile);
  if (existsSync(image)) {
    if (statSync(image).size < bytes) truncateSync(image, bytes);
    return image;
  }
  const partial = join(device, `.${imageFile}`);
  writeFileSync(partial, '', { mode: 0o600 });
  truncateSync(partial, bytes);
  const found = fileSystemOf(device);
  if (found !== undefined) {
    const { label, type } = found;
    if (!knownTypes.has(type)) throw new Error(`nothing here reads a disk with ${type}`);
    await run('mke2fs', ['-q', '-F', '-t', type, '-L', label, '-d', filesOf(device), partial]);
  }
  renameSync(partial, image);
  return image;
}

/**
 * Gives a machine what pods have left on its disk. A disk without a file system that can be read,
 * such as one that was written half, is blank.
 *
 * @param device - Folder of the volume.
 * @throws Error when the file system cannot be read to its end; the disk stays as it is then.
 */
export async function takeImage(device: string): Promise<void> {
  const image = join(device, imageFile);
  if (!existsSync(image)) return;
  const label = await labelOf(image);
  if (label === undefined) eraseDisk(device);
  else await copyFiles(image, device, label);
  // Last: a rack that ends before this does all of it again.
  rmSync(image);
}

/** Returns the label of the file system of an image; undefined when it has none. */
async function labelOf(image: string): Promise<string | undefined> {
  const { stdout } = await run('debugfs', ['-R', 'show_super_stats -h', image]);
  const [, label] = /^Filesystem volume name: +(.*)$/m.exec(stdout) ?? [];
  return label === '<none>' ? '' : label;
}

async function copyFiles(image: string, device: string, label: string): Promise<void> {
  const copy = join(device, '.files');
  rmSync(copy, { recursive: true, force: true });
  mkdirSync(copy, { mode: 0o755 });
  const { stderr } = await run('debugfs', ['-R', `rdump / "${copy}"`, image]);
  // It says what went wrong after its own version, and not by its exit code.
  const said = stderr.split('\n').filter((line) => line !== '' && !/^debugfs \d/.test(line));
  if (said.length > 0) throw new Error(`debugfs: ${said.join('; ')}`);
  makeFileSystem(device, { type: 'ext4', label });
  rmSync(filesOf(device), { recursive: true });
  renameSync(copy, filesOf(device));
}
