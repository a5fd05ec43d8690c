// SPDX-License-Identifier: Apache-2.0
import { chmod, copyFile, mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { runCommand } from '../run-command.ts';

/** Content of an archive, by paths without a leading slash. */
export interface ArchiveContents {
  /** Files of this host to copy by their paths in the archive; all become executable. */
  readonly files: Readonly<Record<string, string>>;
  /** Targets of symbolic links by their paths in the archive. @default none */
  readonly links?: Readonly<Record<string, string>>;
}

/**
 * Options of tar that give the same bytes for the same contents: owner root, time 1970, sorted by
 * name.
 */
const reproducible = [
  '--sort=name',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mtime=@0',
  '--format=ustar',
];

/**
 * Writes a tar archive of files of this host.
 *
 * @param target - path of the archive, in a folder that exists; it is compressed if its name ends
 * in `gz`.
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
