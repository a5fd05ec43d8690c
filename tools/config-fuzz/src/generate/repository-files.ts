// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import { diskFiles } from '@strata/contracts/file-source';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';

/** Files of this repository. */
export const repositoryFiles = diskFiles(fileURLToPath(new URL('../../../../', import.meta.url)));

/** Programs, in the order in which the stacks of an environment are deployed. */
export const programs = [
  'infra',
  'kubevirt-stack',
  'addons',
  'user-cluster',
] as const satisfies ProgramName[];

/** File of a stack. */
export interface StackFile {
  /** Name of the stack, such as `production.shop`. */
  readonly stack: string;
  /**
   * Configuration by keys without the project's prefix; encrypted values are `{ secure: text }`.
   */
  readonly config: Readonly<Record<string, unknown>>;
}

/** Returns the files of a program's stacks. */
export function stackFiles(project: ProgramName): StackFile[] {
  const names = repositoryFiles.list(`stacks/${project}`);
  return names.flatMap((name) => {
    const stack = parseStackFileName(name)?.stack;
    if (stack === undefined) return [];
    const content = parse(repositoryFiles.read(`stacks/${project}/${name}`) ?? '') as StackFile;
    const entries = Object.entries(content.config);
    return {
      stack,
      config: Object.fromEntries(
        entries.map(([key, value]) => [key.replace(`${project}:`, ''), value]),
      ),
    };
  });
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || 'secure' in value) return [];
  return Object.values(value).flatMap(textsIn);
}

/** Returns every text that is a value in a shipped stack, without duplicates. */
export function shippedTexts(): string[] {
  const files = programs.flatMap(stackFiles);
  return [...new Set(files.flatMap(({ config }) => textsIn(config)))];
}
