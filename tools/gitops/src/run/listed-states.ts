// SPDX-License-Identifier: Apache-2.0
import type { Stack } from '@strata/nx-pulumi/stacks';
import { z } from 'zod';
import { pulumi } from './pulumi-process.ts';
import { pulumiContext } from './stack-run.ts';
import type { RunContext } from './stack-run.ts';

/**
 * Output of `pulumi stack ls --json`; `lastUpdate` is the time at which the state was written.
 *
 * @see https://www.pulumi.com/docs/iac/cli/commands/pulumi_stack_ls/
 */
const list = z.array(
  z.looseObject({
    name: z.string(),
    lastUpdate: z.iso.datetime().optional(),
    /** The stack's own entry counts, too; 0 after a destroy. */
    resourceCount: z.int().min(0).optional(),
  }),
);

/** State of a stack in a backend. */
export interface ListedState {
  /** As Pulumi calls the stack: `prod.shop`. */
  readonly stack: string;
  /** Time at which it was written, in milliseconds since 1970; undefined: it has never been. */
  readonly writtenAt?: number;
  /** Number of its resources; undefined: the backend does not tell. */
  readonly resources?: number;
}

/** All states of a program in the backend of an environment, or why they cannot be listed. */
export type ListedStates =
  | { readonly states: readonly ListedState[] }
  | { readonly problem: string };

/** Returns what `pulumi stack ls` has written; undefined: it is no list of stacks. */
function parseList(text: string) {
  try {
    return list.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/**
 * Lists the states of a program in the backend of an environment, those of stacks without a file
 * among them. Where environments share a backend, it has the states of all of them.
 */
export async function listedStates(
  context: RunContext,
  of: Pick<Stack, 'environment' | 'program'>,
): Promise<ListedStates> {
  const { code, stderr, stdout } = await pulumi(
    ['stack', 'ls', '--json'],
    pulumiContext(context, of),
  );
  if (code !== 0) return { problem: stderr.trim().split('\n')[0] ?? '' };
  const found = parseList(stdout);
  if (found === undefined) return { problem: 'pulumi stack ls has printed no list of stacks' };
  return {
    states: found.map(({ lastUpdate, name, resourceCount }) => ({
      stack: name,
      ...(lastUpdate !== undefined && { writtenAt: Date.parse(lastUpdate) }),
      ...(resourceCount !== undefined && { resources: resourceCount }),
    })),
  };
}
