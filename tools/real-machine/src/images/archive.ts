// SPDX-License-Identifier: Apache-2.0
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../run-command.ts';

/** What is in an archive, by its path there, without a leading slash. */
export interface ArchiveContents {
  /** Copies of files of this host, all of them executable. */
  readonly files: Readonly<Record<string, string>>;
  /** Symbolic links, and where each of them leads. @default none */
  readonly links?: Readonly<Record<string, string>>;
}

/** Same contents, same bytes: root's, of the year 1970, in the order of names. */
const reproducible = [
  ...['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mtime=@0'],
  '--format=ustar',
];

/**
 * Writes a tar archive of files of this host.
 *
 * @param target - its path, in a folder that exists; compressed if its name ends in `gz`.
 */
export async function writeArchive({ files, links = {} }: ArchiveContents, target: string) {
  const stage = await mkdtemp(join(dirname(target), 'stage-'));
  const place = async (path: string) => {
    const file = join(stage, path);
    await mkdir(dirname(file), { recursive: true });
    return file;
  };
  for (const [path, source] of Object.entries(files)) {
    const file = await place(path);
    await copyFile(source, file);
    await chmod(file, 0o755);
  }
  for (const [path, to] of Object.entries(links)) await symlink(to, await place(path));
  const names = new Set(
    [...Object.keys(files), ...Object.keys(links)].map((path) => path.split('/')[0] ?? ''),
  );
  const packed = target.endsWith('gz') ? ['--use-compress-program=gzip -1'] : [];
  const command = ['tar', '--create', '--file', target, ...packed, ...reproducible];
  await runCommand([...command, '--directory', stage, ...[...names].sort()]);
  await rm(stage, { recursive: true });
}
