// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allMachinePromises } from './all-machine-promises.ts';
import { imagePrograms, impossibleChecks } from './image-lists.ts';
import type { MachinePromise } from './promise.ts';

/** Folder of the checks. */
export const checksFolder = join(import.meta.dirname, '../../machine-promises');

/** Files of that folder, in the order in which the script has them. */
export const checkFiles = [
  'library.sh',
  'start-up.sh',
  'system.sh',
  'systemd.sh',
  'kubernetes.sh',
  'containers.sh',
] as const;

/** Quotes a text for the shell. */
const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;

const callOf = ({ check, played, expects, upstream }: MachinePromise) =>
  ['judge', check, ...[expects, played.join(', '), upstream].map(quoted)].join(' ');

/**
 * Renders the script that judges a machine from inside: the checks, and a call for each promise.
 *
 * @param promises - the promises to judge. @default all
 */
export function renderScript(promises = allMachinePromises): string {
  const files = checkFiles.map((name) => readFileSync(join(checksFolder, name), 'utf8'));
  const lists = [
    `image_tools=${quoted(imagePrograms.join(' '))}`,
    `impossible_checks=${quoted(impossibleChecks.join(' '))}`,
    `all_promises=${quoted(promises.map(({ check }) => check).join(' '))}`,
  ];
  return [...files, ...lists, 'begin "$@"', ...promises.map(callOf), 'conclude', ''].join('\n');
}
