// SPDX-License-Identifier: Apache-2.0
import type { Field } from '@strata/strata-provider/server';

/** Returns what is wrong with one entry of a mapping, as the end of "has <name>, which ..."; undefined when it is valid. */
export type EntryProblem = (name: string, value: unknown) => string | undefined;

/** Returns a field for a mapping whose entries are all valid. Its messages never contain values, which may be secrets. */
export function mapping(problemOf: EntryProblem): Field {
  return {
    problem: (value) => {
      if (typeof value !== 'object' || value === null || Array.isArray(value)) {
        return 'must be a mapping';
      }
      for (const [name, one] of Object.entries(value)) {
        const problem = problemOf(name, one);
        if (problem !== undefined) return `has ${name}, which ${problem}`;
      }
      return undefined;
    },
  };
}

/** Accepts entries whose name is that of an environment variable and whose value is text. */
export const textMapping: EntryProblem = (name, value) => {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'is no name of an environment variable';
  return typeof value === 'string' ? undefined : 'must be text';
};
