// SPDX-License-Identifier: Apache-2.0
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ManifestError, messageOf } from './manifest-error.ts';

export const usage = `Usage: npm run manifests -- [--check | --update-lock | --bundle <folder>]

Renders the upstream install manifests that are missing from the cache, and checks all of them
against manifests.lock.json.

  --check          render everything into a temporary folder and compare it with the lock
  --update-lock    render everything into the cache and write the lock
  --bundle <folder> copy manifests and lock into a folder, for STRATA_MANIFESTS_DIR elsewhere
  --help           this`;

/** What the user asked for. */
export type Command =
  | { readonly action: 'ensure' | 'check' | 'update-lock' | 'help' }
  | { readonly action: 'bundle'; readonly folder: string };

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        check: { type: 'boolean' },
        'update-lock': { type: 'boolean' },
        bundle: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    }).values;
  } catch (error) {
    throw new ManifestError(`${messageOf(error)}\n\n${usage}`);
  }
}

/**
 * Reads the arguments of the command.
 *
 * @param folder what a relative path is relative to.
 * @throws ManifestError when an option is unknown or two exclude each other.
 */
export function parseCommand(args: readonly string[], folder: string): Command {
  const { help, check, bundle, 'update-lock': update } = parse(args);
  if (help) return { action: 'help' };
  const asked: Command[] = [];
  if (check) asked.push({ action: 'check' });
  if (update) asked.push({ action: 'update-lock' });
  if (bundle !== undefined) asked.push({ action: 'bundle', folder: resolve(folder, bundle) });
  const [command = { action: 'ensure' }, second] = asked;
  if (second)
    throw new ManifestError(`--${command.action} and --${second.action} exclude each other.`);
  return command;
}
