// SPDX-License-Identifier: Apache-2.0
import { programNames } from '@strata/nx-pulumi/stacks';
import type { Stack } from '@strata/nx-pulumi/stacks';
import { stackFile } from '@strata/contracts/programs';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { ListedState } from './listed-states.ts';
import type { Workspace } from './workspace.ts';

/** Stack without a file below `stacks/`, whose state still has resources. */
export interface LeftRunning {
  readonly stack: Stack;
  /** Number of them; undefined: the backend does not tell. */
  readonly resources: number | undefined;
}

/** Names of a stack, whose program may be that of another repository. */
interface StackName {
  readonly id: string;
  readonly program: string;
  readonly stack: string;
}

/**
 * Returns the stack that a file is or was of, whether or not it is there.
 *
 * @param file - path from the root of the repository.
 * @returns undefined for a file that is no stack's.
 */
export function stackOfFile(file: string): Stack | undefined {
  const { cluster, environment, program: folder, stack } = parseStackFileName(file) ?? {};
  const program = programNames.find((one) => one === folder);
  if (program === undefined || stack === undefined || environment === undefined) return undefined;
  if (stackFile({ project: program, stack }) !== file) return undefined;
  return {
    id: `${program}/${stack}`,
    program,
    stack,
    environment,
    ...(cluster !== undefined && { cluster }),
    file,
    reads: [],
  };
}

/** Returns the stacks of a program that have no file, and whose states have resources. */
export function leftRunning(
  { stacks }: Workspace,
  program: Stack['program'],
  states: readonly ListedState[],
): LeftRunning[] {
  const known = new Set(stacks.map(({ id }) => id));
  return states.flatMap(({ resources, stack: name }) => {
    const stack = stackOfFile(stackFile({ project: program, stack: name }));
    if (stack === undefined || known.has(stack.id) || resources === 0) return [];
    return [{ stack, resources }];
  });
}

const guide = 'docs/continuous-deployment.md#when-a-stack-is-to-go';

/** `a state with 42 resources` */
export function stateWords(resources?: number): string {
  if (resources === undefined) return 'a state';
  return `a state with ${resources} resource${resources === 1 ? '' : 's'}`;
}

/** Says that nobody looks after a stack without a file. */
export function withoutFileProblem(resources?: number): string {
  return `it has ${stateWords(resources)} and no file below stacks/: nothing previews, deploys or checks it`;
}

/** Says how a stack without a file gets one again, or goes. */
export function withoutFileFix({ id, program, stack }: StackName): string {
  const going = `Restore its file from Git. If it is to go, destroy it then (${guide}): npx nx destroy ${id}; then pulumi -C packages/${program} stack rm ${stack}`;
  if (program !== 'user-cluster') return going;
  return `${going}. If it is to live on without Strata: npx strata export ${stack.replace('.', ' ')} writes how`;
}
