// SPDX-License-Identifier: Apache-2.0
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { extract } from 'tar';
import { DownloadError } from './download-error.ts';
import { isExecutable } from './path-lookup.ts';
import { codeOf, messageOf } from './toolchain-error.ts';

/**
 * Unpacks some programs of a `.tar.gz`, and nothing else of it.
 *
 * @param folder - Folder of the archive, which also has the working folder.
 * @param paths - Path in the archive of each program.
 * @param to - Existing folder, in which each program gets its name.
 * @throws DownloadError when the archive cannot be read, or a program is not in it.
 */
export async function unpackArchive(
  { file, url }: { readonly file: string; readonly url: string },
  folder: string,
  paths: Readonly<Record<string, string>>,
  to: string,
): Promise<void> {
  const wanted = new Set(Object.values(paths));
  const cwd = join(folder, 'unpacked');
  await mkdir(cwd);
  try {
    await extract({
      file,
      cwd,
      strict: true,
      preserveOwner: false,
      filter: (path, entry) =>
        wanted.has(posix.normalize(path)) && 'type' in entry && entry.type === 'File',
    });
  } catch (error) {
    if (codeOf(error) === 'ENOSPC') throw error;
    throw new DownloadError(`${url} cannot be unpacked (${messageOf(error)})`);
  }
  for (const [name, path] of Object.entries(paths)) {
    const program = join(cwd, path);
    await chmod(program, 0o755).catch(() => undefined);
    if (!(await isExecutable(program))) throw new DownloadError(`${url} has no ${path}`);
    await rename(program, join(to, name));
  }
}
