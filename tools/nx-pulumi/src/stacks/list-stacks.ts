// SPDX-License-Identifier: Apache-2.0
import { programReads, stackFile } from '@strata/contracts/programs';
import type { ProgramName } from '@strata/contracts/programs';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { StackFileName } from '@strata/contracts/stack-file-name';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { stackProfiles } from './stack-profiles.ts';
import { StackReleases } from './stack-release.ts';

/** One file below stacks/, and what it stands on. */
export interface Stack {
  /** `user-cluster/prod.shop`: how commands, reports and Nx call it. */
  readonly id: string;
  readonly program: ProgramName;
  /** As Pulumi calls it: `prod.shop`. */
  readonly stack: string;
  readonly environment: string;
  /** Of a user cluster. */
  readonly cluster?: string;
  /** From the root of the repository. */
  readonly file: string;
  /** Which release it runs; undefined when it knows none, or nobody can read which. */
  readonly release?: string;
  /** Of a user cluster: the profiles that it extends; undefined without any. */
  readonly profiles?: readonly string[];
  /** Ids of the stacks whose outputs it reads, as far as they have a file. */
  readonly reads: readonly string[];
}

/** All programs, in the order in which their stacks come up. */
export const programNames = Object.keys(programReads) as ProgramName[];

function namesOf(root: string, program: ProgramName): StackFileName[] {
  const folder = join(root, 'stacks', program);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .flatMap((file) => parseStackFileName(file) ?? [])
    .sort((one, other) => (one.stack < other.stack ? -1 : 1));
}

/** Every stack of a repository, those that others stand on first. */
export function listStacks(root: string): Stack[] {
  const names = programNames.map((program) => ({ program, stacks: namesOf(root, program) }));
  const known = new Set(
    names.flatMap(({ program, stacks }) => stacks.map(({ stack }) => `${program}/${stack}`)),
  );
  const releases = new StackReleases(root);
  return names.flatMap(({ program, stacks }) =>
    stacks.map(({ cluster, environment, stack }): Stack => {
      const release = releases.of(program, environment);
      const file = stackFile({ project: program, stack });
      const profiles = program === 'user-cluster' ? stackProfiles(root, file) : [];
      return {
        id: `${program}/${stack}`,
        program,
        stack,
        environment,
        ...(cluster !== undefined && { cluster }),
        file,
        ...(release !== undefined && { release }),
        ...(profiles.length > 0 && { profiles }),
        reads: programReads[program]
          .map((one) => `${one}/${environment}`)
          .filter((id) => known.has(id)),
      };
    }),
  );
}
