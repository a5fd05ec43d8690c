// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { fromAnyFolder, otherFolder } from './step-folder.ts';
import type { Step } from './step.ts';

/** Programs of `node_modules`, as a shell without them on PATH calls them. */
const ofPackages: readonly string[] = ['node', 'nx'];

function quote(word: string): string {
  return /^[\w./:=@,+-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

/** A command as one types it in the root of the repository. */
export function showCommand(argv: readonly string[]): string {
  const [program = ''] = argv;
  const words = argv.map(quote).join(' ');
  return ofPackages.includes(program) ? `npx ${words}` : words;
}

/** A command in another folder than the root, where npx does not find the repository's programs. */
function showElsewhere(folder: string, argv: readonly string[], root: string): string {
  const [program = '', ...args] = fromAnyFolder(argv, root);
  const path = ofPackages.includes(program) ? join(root, 'node_modules/.bin', program) : program;
  return `(cd ${quote(folder)} && ${[path, ...args].map(quote).join(' ')})`;
}

/** Places of a run that a line for a shell names. */
export interface ShownPlaces {
  /** The root of the repository; needed for steps with a folder of their own alone. */
  readonly root?: string;
  /**
   * Folder for temporary files of commands of a real environment.
   *
   * @default that of the shell
   */
  readonly temporary?: string;
}

/** A step as one line for a shell, which does the same in the root of the repository. */
export function showStep(step: Step, { root, temporary }: ShownPlaces = {}): string {
  const { argv, environment, errorsInto, into, otherwise, unless, when } = step;
  const folder = root === undefined ? undefined : otherFolder(step, root);
  if (root !== undefined && folder !== undefined) return showElsewhere(folder, argv, root);
  const own = environment === undefined || temporary === undefined ? '' : `TMPDIR=${temporary} `;
  const shown = (command: readonly string[]) => `${own}${showCommand(command)}`;
  const quietly = (command: readonly string[]) => `${shown(command)} > /dev/null 2>&1`;
  const to = into === undefined ? '' : ` > ${quote(into)}`;
  const errors = errorsInto === undefined ? '' : ` 2> ${quote(errorsInto)}`;
  const command = `${shown(argv)}${to}${errors}`;
  if (unless !== undefined) return `${quietly(unless)} || ${command}`;
  if (when === undefined) return command;
  const other = otherwise === undefined ? '' : ` else ${shown(otherwise)};`;
  return `if ${quietly(when)}; then ${command};${other} fi`;
}

/**
 * All steps as lines for a shell in any folder. They use a new folder of their own instead of
 * `scratch`, which may get plain-text keys, and for temporary files of commands of a real environment.
 *
 * @param last - further lines, before the folder is deleted.
 */
export function showSteps(
  steps: readonly Step[],
  {
    folder,
    root,
    scratch,
  }: { readonly folder: string; readonly root: string; readonly scratch: string },
  last: readonly string[] = [],
): string[] {
  const lines = steps.map((step) => showStep(step, { root, temporary: scratch }));
  const usesScratch = lines.some((line) => line.includes(scratch));
  return [
    ...(folder === root ? [] : [`cd ${quote(root)}`]),
    ...(usesScratch ? ['d=$(mktemp -d)'] : []),
    ...lines.map((line) => line.replaceAll(scratch, '"$d"')),
    ...last,
    ...(usesScratch ? ['rm -rf "$d"'] : []),
  ];
}
