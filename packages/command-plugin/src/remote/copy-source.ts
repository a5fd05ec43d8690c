// SPDX-License-Identifier: Apache-2.0
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import type { Field } from '@strata/strata-provider/server';
import { runProcess } from '../command/run-process.ts';

/** Marks of assets and archives in Pulumi's wire format. @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/runtime/rpc.ts */
const signatureKey = '4dabf18193072939515e22adb298388d';
const signatures = {
  asset: 'c44067f5952c0a294b673a41bacd8c17',
  archive: '0def7320c3a5731c473e5ecbe6d01bc7',
} as const;

/** A StringAsset, a FileAsset, or a FileArchive of a folder. The engine adds `hash`. */
export interface CopySource {
  readonly [signatureKey]: string;
  readonly path?: string;
  readonly text?: string;
  readonly hash?: string;
}

const words = 'must be a StringAsset, a FileAsset, or a FileArchive of a folder';

export const sourceField: Field = {
  problem: (value) => {
    const { text, path, ...marks } = (value ?? {}) as Partial<CopySource>;
    if (marks[signatureKey] === signatures.asset) return (path ?? text) == null ? words : undefined;
    return marks[signatureKey] === signatures.archive && path != null ? undefined : words;
  },
};

/** Content to copy: the bytes of a file, or a tar archive of a folder. */
export interface CopyContent {
  readonly kind: 'file' | 'folder';
  readonly name: string;
  readonly bytes: Buffer;
}

/** Reads the content of a source. @throws Error when the file or folder does not exist. */
export async function readSource(source: CopySource, signal: AbortSignal): Promise<CopyContent> {
  const { path, text } = source;
  if (path === undefined || path === '') {
    return { kind: 'file', name: 'asset', bytes: Buffer.from(text ?? '') };
  }
  const name = basename(path);
  if (!(await stat(path)).isDirectory()) return { kind: 'file', name, bytes: await readFile(path) };
  const args = ['-C', dirname(path), '-cf', '-', name];
  // In base64, because reading the output as text would corrupt the bytes of a tar archive.
  const script = 'tar "$@" | base64 -w 0';
  const program = { file: '/bin/sh', args: ['-c', script, 'tar', ...args], env: process.env };
  const { stdout } = await runProcess(program, signal);
  return { kind: 'folder', name, bytes: Buffer.from(stdout, 'base64') };
}
