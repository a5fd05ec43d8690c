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

/** The files in and below a tool's folder, read once: what is hashed is what is built. */
export interface ToolSource {
  readonly name: ToolName;
  readonly tool: Tool;
  /** Named relative to the folder. */
  readonly files: readonly { readonly name: string; readonly content: Buffer }[];
}

/** The files in and below a folder, by their names in it. */
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
 * Reads go.mod, go.sum and whatever else is in tools/toolchain/`name`, and the Go files of the tool
 * that it shares them with.
 */
export async function readToolSource(name: ToolName): Promise<ToolSource> {
  const tool: Tool = tools[name];
  const own = await filesIn(join(root, name));
  const shared = tool.goFilesOf === undefined ? [] : await filesIn(join(root, tool.goFilesOf));
  const files = [...own, ...shared.filter((file) => file.name.endsWith('.go'))];
  return { name, tool, files };
}

/** The flags that decide which source files a Go command sees. */
export function tagFlags({ tags }: Tool): string[] {
  return tags ? [`-tags=${tags.join(',')}`] : [];
}

/** What is partly in C has no library of the machine that it was built on. */
const staticLinking = ['-linkmode=external', '-extldflags=-static'];

/**
 * No package gets debugging information, which `-s -w` would leave out of the binary anyway: compilers
 * work a tenth less and fill a fifth less disk. Stack traces keep their lines.
 */
const noDebuggingInformation = '-gcflags=all=-dwarf=false';

/** The flags of `go build` that shape the binaries of a tool. */
export function buildFlags(tool: Tool): string[] {
  const stamps = Object.entries(tool.stamps).map(([variable, value]) => `-X ${variable}=${value}`);
  const linker = ['-s', '-w', ...(tool.cgo ? staticLinking : []), ...stamps];
  const linking = `-ldflags=${linker.join(' ')}`;
  return ['-trimpath', noDebuggingInformation, linking, ...tagFlags(tool)];
}

/**
 * The name of a tool's folder in the cache: `<tool>-<version>-<key>`, where the key covers all that
 * decides what the binaries are.
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
