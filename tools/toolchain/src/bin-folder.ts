// SPDX-License-Identifier: Apache-2.0
import { link, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { cacheDir } from './cache-dir.ts';
import { contentName } from './content-name.ts';
import { publishFolder } from './publish-folder.ts';
import type { ResolvedBinary, Toolchain } from './resolved-toolchain.ts';
import { codeOf, ToolchainError } from './toolchain-error.ts';
import type { BinaryName } from './tools.ts';

/** Binaries that Pulumi programs and people at a shell call by name. */
const everyday: readonly BinaryName[] = ['pulumi', 'pulumi-language-nodejs', 'kubectl'];

/**
 * Puts a binary into the folder. Pulumi resolves links and then warns if its language host is not
 * beside its own executable. A binary that we built therefore gets a hard link, so that the
 * executables really are in one folder. A binary from PATH has its own neighbours and gets a
 * symlink.
 */
async function place({ path, source }: ResolvedBinary, target: string): Promise<void> {
  if (source === 'path') return symlink(path, target);
  try {
    await link(path, target);
  } catch (error) {
    // The file system has no hard links, or the cache spans two file systems: a warning of Pulumi
    // is better than no tools.
    if (codeOf(error) !== 'EXDEV' && codeOf(error) !== 'EPERM') throw error;
    await symlink(path, target);
  }
}

/**
 * Rejects two binaries of the same name (two releases of one program): a folder can hold only one.
 */
function checkUnique(binaries: readonly ResolvedBinary[]): void {
  for (const { binary } of binaries) {
    const owners = binaries.filter((one) => one.binary === binary).map(({ tool }) => tool);
    if (owners.length === 1) continue;
    throw new ToolchainError(`${binary} is in ${owners.join(' and ')}: resolve only one of them.`);
  }
}

/**
 * Makes a folder to put first on PATH. It holds the named binaries, wherever each comes from, and
 * nothing else.
 *
 * @param names which of the toolchain's binaries.
 * @returns the absolute path of `<cache>/bin-<key>`.
 * @throws ToolchainError when two of the toolchain's tools have a binary of the same name.
 */
export async function ensureBinFolder(
  toolchain: Toolchain,
  env: NodeJS.ProcessEnv = process.env,
  names: readonly BinaryName[] = everyday,
): Promise<string> {
  const wanted: readonly string[] = names;
  const binaries = toolchain.binaries.filter(({ binary }) => wanted.includes(binary));
  checkUnique(binaries);
  const key = await contentName(binaries);
  return publishFolder(join(cacheDir(env), `bin-${key}`), async (folder) => {
    for (const binary of binaries) await place(binary, join(folder, binary.binary));
  });
}
