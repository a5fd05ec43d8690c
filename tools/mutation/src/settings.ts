// SPDX-License-Identifier: Apache-2.0
import { type MeasuredPackage, renderingFolders } from './rendering-folders.ts';

/** What `npm run mutate` is asked for. */
export interface MutationSettings {
  readonly package: MeasuredPackage;
  readonly folders: readonly string[];
  /** Tests that import a source over many modules judge, too. */
  readonly isWide: boolean;
}

/** What is wrong with the command line; shown alone. */
export class MutationError extends Error {}

const usage = 'npm run mutate -- [--wide] <package> [folder ...]';

const isMeasured = (name: string): name is MeasuredPackage => Object.hasOwn(renderingFolders, name);

/**
 * Reads a command line: without folders all of the package.
 *
 * @throws MutationError for packages and folders that are not in the table.
 */
export function mutationSettings(args: readonly string[]): MutationSettings {
  const isWide = args.includes('--wide');
  const [name = '', ...folders] = args.filter((arg) => arg !== '--wide');
  if (!isMeasured(name)) {
    const known = Object.keys(renderingFolders).join(', ');
    throw new MutationError(`there is no package "${name}"; there are ${known}. Usage: ${usage}`);
  }
  const known: readonly string[] = renderingFolders[name];
  const unknown = folders.find((folder) => !known.includes(folder));
  if (unknown !== undefined) {
    throw new MutationError(
      `${name} renders nothing in "${unknown}", as rendering-folders.ts has it: ${known.join(', ')}`,
    );
  }
  return { package: name, folders: folders.length === 0 ? known : folders, isWide };
}
