// SPDX-License-Identifier: Apache-2.0
import type { Field } from '@strata/strata-provider/server';

/** Says what is wrong with one entry of a mapping; completes "has <name>, which ...". */
export type EntryProblem = (name: string, value: unknown) => string | undefined;

/** A mapping, every entry of which is right. Never says a value: it may be a secret. */
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

/** Names of environment variables, with text. */
export const textMapping: EntryProblem = (name, value) => {
  if (!/^[A-Za-z_]\w*$/.test(name)) return 'is no name of an environment variable';
  return typeof value === 'string' ? undefined : 'must be text';
};
