// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { nearestName } from '@strata/contracts';
import { diskFiles } from '@strata/contracts/file-source';
import type { FileSource } from '@strata/contracts/file-source';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { PlanProblem } from './address-plan/index.ts';
import { otherFolders, stackFolders } from './stack-folders.ts';
import type { StackFolder } from './stack-folders.ts';

/** Names of files with data; notes and hidden files are nobody's settings. */
const dataFile = /^(?:pulumi\.)?([^.].*)\.(?:ya?ml|json)$/i;

function environmentsOf(source: FileSource): string[] {
  const names = ['infra', 'kubevirt-stack', 'user-cluster'].flatMap((folder) =>
    source.list(`stacks/${folder}`).flatMap((name) => parseStackFileName(name)?.environment ?? []),
  );
  return [...new Set(names)].sort();
}

/** Returns why no command reads a file of this name, or undefined if one does. */
function objection(
  { ending, ofEnvironment, prefix }: StackFolder,
  name: string,
  { environments, listed }: { environments: readonly string[]; listed: readonly string[] },
): string | undefined {
  const written = dataFile.exec(name)?.[1];
  if (written === undefined) return undefined;
  const right = (middle: string) => `${prefix}${middle}${ending}`;
  if (name === right(written) && (!ofEnvironment || environments.includes(written))) {
    return undefined;
  }
  const missing = environments.filter((one) => !listed.includes(right(one)));
  const meant = ofEnvironment ? nearestName(written, missing) : written;
  if (meant !== undefined) return `did you mean "${right(meant)}"?`;
  const known = environments.length === 0 ? 'there is none' : environments.join(', ');
  return `it must be ${right('<environment>')}, of an environment that has a stack: ${known}`;
}

function foldersNobodyReads(root: string): PlanProblem[] {
  const path = join(root, 'stacks');
  if (!existsSync(path)) return [];
  const known = [...stackFolders.map(({ folder }) => folder), ...otherFolders];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !known.includes(entry.name))
    .flatMap(({ name }) => {
      const meant = nearestName(name, known);
      if (meant === undefined) return [];
      const message = `no command reads a folder of this name; did you mean "${meant}"?`;
      return [{ file: `stacks/${name}`, path: '', message }];
    });
}

/**
 * Returns the files below `stacks/` that look like settings and that no command reads, because of
 * their names: limits and policies in them would not hold, and clusters would not be made.
 */
export function unreadFiles(root: string): PlanProblem[] {
  const source = diskFiles(root);
  const environments = environmentsOf(source);
  const files = stackFolders.flatMap((one) => {
    const listed = source.list(`stacks/${one.folder}`);
    return listed.flatMap((name) => {
      const reason = objection(one, name, { environments, listed });
      if (reason === undefined) return [];
      const message = `no command reads a file of this name; ${reason}`;
      return [{ file: `stacks/${one.folder}/${name}`, path: '', message }];
    });
  });
  return [...files, ...foldersNobodyReads(root)];
}
