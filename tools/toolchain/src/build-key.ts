// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { GoEnvironment } from './go-environment.ts';
import type { Tool } from './tool-types.ts';
import type { ToolName } from './tools.ts';
import { tools } from './tools.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

/**
 * Files in and below a tool's folder. They are read once, so that exactly what is hashed is built.
 */
export interface ToolSource {
  readonly name: ToolName;
  readonly tool: Tool;
  /** Each file, with its name relative to the folder. */
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
}

/** Returns the files in and below a folder, with their names relative to it. */
async function filesIn(folder: string): Promise<ToolSource['files']> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
  return await Promise.all(
    names.map(async (file) => ({ name: file, content: await readFile(join(folder, file)) })),
  );
}

/**
 * Reads go.mod, go.sum and all other files in tools/toolchain/`name`, and the Go files of the tool
 * that it shares them with (`goFilesOf`).
 */
export async function readToolSource(name: ToolName): Promise<ToolSource> {
  const tool: Tool = tools[name];
  const own = await filesIn(join(root, name));
  const shared = tool.goFilesOf === undefined ? [] : await filesIn(join(root, tool.goFilesOf));
  const files = [...own, ...shared.filter((file) => file.name.endsWith('.go'))];
  return { name, tool, files };
}

/**
 * Returns the names of the patches of a tool, in the order in which they are applied to its module.
 */
export function patchNames({ files }: Pick<ToolSource, 'files'>): string[] {
  return files
    .map((file) => file.name)
    .filter((name) => dirname(name) === 'patches' && name.endsWith('.patch'));
}

/** Returns the flags that decide which source files a Go command sees. */
export function tagFlags({ tags }: Pick<Tool, 'tags'>): string[] {
  return tags ? [`-tags=${tags.join(',')}`] : [];
}

/**
 * Linker flags for a program that is partly in C: it must not need a library of the machine that
 * built it.
 */
const staticLinking = ['-linkmode=external', '-extldflags=-static'];

/**
 * Leaves debugging information out of every package; `-s -w` would leave it out of the binary
 * anyway. Compilers work a tenth less and fill a fifth less disk. Stack traces keep their line
 * numbers.
 */
const noDebuggingInformation = '-gcflags=all=-dwarf=false';

const compiling = ['-trimpath', noDebuggingInformation];

/**
 * Returns the flags that shape each compiled package. Go commands that have the same ones compile a
 * package once between them.
 */
export function compilerFlags(tool: Pick<Tool, 'tags'>): string[] {
  return [...compiling, ...tagFlags(tool)];
}

/** Returns the flags of `go build` that shape the binaries of a tool. */
export function buildFlags(tool: Tool): string[] {
  const stamps = Object.entries(tool.stamps).map(([variable, value]) => `-X ${variable}=${value}`);
  const linker = ['-s', '-w', ...(tool.cgo ? staticLinking : []), ...stamps];
  return [...compiling, `-ldflags=${linker.join(' ')}`, ...tagFlags(tool)];
}

/**
 * Returns the name of a tool's folder in the cache: `<tool>-<version>-<key>`. The key covers
 * everything that decides what the binaries are.
 */
export function cacheName({ name, tool, files }: ToolSource, go: GoEnvironment): string {
  const hash = createHash('sha256');
  const platform = [go.version, go.os, go.arch];
  hash.update(JSON.stringify([platform, buildFlags(tool), tool.binaries.map(goNames)]));
  for (const file of files) {
    hash.update(`\0${file.name}\0${file.content.length}\0`).update(file.content);
  }
  return `${name}-${tool.version}-${hash.digest('hex').slice(0, 16)}`;
}

function goNames({ name, package: path, builtAs }: Tool['binaries'][number]): string[] {
  return [name, path, builtAs ?? name];
}
