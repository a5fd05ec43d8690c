// SPDX-License-Identifier: Apache-2.0
import { type MeasuredPackage, renderingFolders } from './rendering-folders.ts';

/** Options of `npm run mutate`. */
export interface MutationSettings {
  readonly package: MeasuredPackage;
  readonly folders: readonly string[];
  /** Whether tests that import a source through many modules judge, too. */
  readonly isWide: boolean;
  /** Whether what a former measurement has found and still holds is kept. */
  readonly isResumed: boolean;
}

/**
 * Returns the name of the report and of the folder with the journal: each set of folders has its own, so that
 * a measurement of other folders leaves them.
 */
export function measurementName({
  package: name,
  folders,
}: Pick<MutationSettings, 'package' | 'folders'>): string {
  if (folders.length === renderingFolders[name].length) return name;
  return [name, ...folders.map((folder) => folder.replaceAll('/', '-'))].join('+');
}

/** Problem of the command line; its message is shown without a stack trace. */
export class MutationError extends Error {}

const usage =
  'npm run mutate -- [--wide] [--resume] <package> [folder ...], or npm run mutate -- scripts [script ...]';

const isMeasured = (name: string): name is MeasuredPackage => Object.hasOwn(renderingFolders, name);

/**
 * Reads a command line. Without folders it selects all folders of the package.
 *
 * @throws MutationError for packages and folders that are not in the table.
 */
export function mutationSettings(args: readonly string[]): MutationSettings {
  const isWide = args.includes('--wide');
  const isResumed = args.includes('--resume');
  const [name = '', ...folders] = args.filter((arg) => arg !== '--wide' && arg !== '--resume');
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
  return { package: name, folders: folders.length === 0 ? known : folders, isWide, isResumed };
}
