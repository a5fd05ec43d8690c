// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Message of `tsgolint headless`: an error, a finding, or times, by its kind. */
interface Message {
  readonly kind: number;
  readonly body: {
    readonly error?: string;
    readonly rule?: string;
    readonly message?: { readonly description: string };
    readonly file_path?: string;
    readonly range?: { readonly pos: number };
  };
}

const kinds = { error: 0, finding: 1 };
const headerBytes = 5;

/** Each message is its length in four bytes, the lowest first, its kind in one, and JSON. */
function messagesIn(output: Buffer): Message[] {
  const messages: Message[] = [];
  for (let at = 0; at < output.length;) {
    const end = at + headerBytes + output.readUInt32LE(at);
    const body = JSON.parse(output.toString('utf8', at + headerBytes, end)) as Message['body'];
    messages.push({ kind: output.readUInt8(at + 4), body });
    at = end;
  }
  return messages;
}

/** Returns line and column, from 1, of a position in bytes of a text. */
function placeOf(text: Buffer, position: number): string {
  const before = text.toString('utf8', 0, position).split('\n');
  return `${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
}

/**
 * Asks tsgolint for rules that oxlint does not ask it for, without a configuration and without comments
 * that switch a rule off.
 *
 * @param rules - by their names in tsgolint.
 * @param files - paths from the folder; the `tsconfig.json` nearest to each holds.
 * @returns a line for each finding: path, line and column, words, rule.
 * @throws Error when tsgolint does not answer, or says that it cannot.
 * @see https://github.com/oxc-project/tsgolint/blob/main/cmd/tsgolint/headless.go
 */
export function askTsgolint(
  folder: string,
  rules: readonly string[],
  files: readonly string[],
): string[] {
  const payload = {
    version: 2,
    configs: [
      {
        file_paths: files.map((file) => join(folder, file)),
        rules: rules.map((name) => ({ name })),
      },
    ],
  };
  const program = join(import.meta.dirname, '../../../node_modules/.bin/tsgolint');
  const { status, stderr, stdout } = spawnSync(program, ['headless'], {
    cwd: folder,
    input: JSON.stringify(payload),
    maxBuffer: Infinity,
  });
  const messages = messagesIn(stdout);
  const error = messages.find(({ kind }) => kind === kinds.error)?.body.error;
  if (error !== undefined || status !== 0) {
    throw new Error(`tsgolint: ${error ?? stderr.toString()}`);
  }
  return messages
    .filter(({ kind }) => kind === kinds.finding)
    .map(({ body: { file_path: path = '', message, range, rule = 'tsconfig' } }) => {
      const place = path === '' ? '' : `:${placeOf(readFileSync(path), range?.pos ?? 0)}`;
      return `${relative(folder, path)}${place} ${message?.description ?? ''} (${rule})`;
    })
    .sort();
}
