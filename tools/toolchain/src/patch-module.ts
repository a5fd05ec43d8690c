// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Tool } from './tool-types.ts';
import { codeOf, messageOf, ToolchainError } from './toolchain-error.ts';

/** A Go module with patches. */
export interface PatchedModule {
  /** Folder of the module in Go's cache, which nobody may write to. */
  readonly from: string;
  /** Folder that the patched copy gets. */
  readonly to: string;
  /** Paths of the patches, in their order. */
  readonly patches: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /**
   * Whether the tests that the patches add are in the copy, too.
   * @default false
   */
  readonly tests?: boolean;
}

/**
 * Returns the arguments of the Go command that says where the module of a tool is. It needs one of
 * the module's packages: one that is built, or one that gives files to a program of ours.
 */
export function moduleFolderQuery({ binaries, embeds = [], module }: Tool): string[] {
  const packages = [...binaries, ...embeds].map((entry) => entry.package);
  const one = packages.find((path) => path.startsWith(`${module.path}/`));
  if (one === undefined) throw new Error(`No package of ${module.path} is used by its tool.`);
  return ['list', '-f', '{{.Module.Dir}}', one];
}

/**
 * Returns which files of a patch are left out: all tests, or those that it only changes, for the
 * copy has none of the module's own.
 */
async function leftOut(patch: string, tests: boolean): Promise<string[]> {
  if (!tests) return ['--exclude=*_test.go'];
  const changed = (await readFile(patch, 'utf8')).matchAll(/^--- a\/(.*_test\.go)$/gm);
  return [...changed].map(([, path = '']) => `--exclude=${path}`);
}

/**
 * Copies a module without what only its own tests need, which is most of it. The copies may be
 * written, whatever the originals allow.
 */
async function copySources(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const { name } = entry;
    if (entry.isDirectory() && name !== 'testdata') {
      await copySources(join(from, name), join(to, name));
    } else if (entry.isFile() && !name.endsWith('_test.go')) {
      await writeFile(join(to, name), await readFile(join(from, name)));
    }
  }
}

function explain(error: unknown, patch: string, from: string): ToolchainError {
  if (codeOf(error) === 'ENOENT') {
    return new ToolchainError('git is missing, which applies patches: install git.');
  }
  const { stderr = '' } = error as { readonly stderr?: string };
  const reason = stderr.trim() || messageOf(error);
  return new ToolchainError(`${basename(patch)} does not apply to ${from}:\n${reason}`);
}

/**
 * Makes a patched copy of a module. `go build -overlay` would need no copy, but refuses to replace
 * files of Go's module cache.
 *
 * @throws ToolchainError naming the patch that does not apply.
 */
export async function patchModule(module: PatchedModule): Promise<void> {
  const { env, from, patches, tests = false, to } = module;
  await copySources(from, to);
  // Inside another repository, `git apply` would leave out what is not below the current folder.
  const apart = {
    GIT_CEILING_DIRECTORIES: dirname(to),
    GIT_DIR: undefined,
    GIT_WORK_TREE: undefined,
  };
  for (const patch of patches) {
    const exclude = await leftOut(patch, tests);
    try {
      await promisify(execFile)('git', ['apply', ...exclude, patch], {
        cwd: to,
        env: { ...env, ...apart },
      });
    } catch (error) {
      throw explain(error, patch, from);
    }
  }
}
