// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { UserData } from './user-data.ts';

type Commands = UserData['runcmd'];

const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`;

/**
 * Renders commands as one script, which ends with the exit code of the last one.
 *
 * @see https://github.com/canonical/cloud-init/blob/24.4/cloudinit/util.py `shellify`
 */
export function renderScript(commands: Commands): string {
  const lines = commands.map((command) =>
    typeof command === 'string' ? command : command.map(quoted).join(' '),
  );
  return ['#!/bin/sh', ...lines, ''].join('\n');
}

/** Writes commands as a script that only root may read and run. */
export function writeScript(root: string, path: string, commands: Commands): void {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, renderScript(commands), { mode: 0o700 });
}
