// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { programReads } from '../programs.ts';
import type { ProgramName, StackIdentity } from '../programs.ts';

/** Answers that nobody has taken yet, by the name of their stack. */
const early = new Map<string, Promise<unknown>>();

const nameOf = ({ project, stack }: StackIdentity) => `organization/${project}/${stack}`;

/**
 * Asks the engine for the outputs of a stack. This is the function behind a StackReference. The
 * resource of that name is not used: if a stack does not exist, its failure would end the program
 * before it could say what to do.
 */
const ask = (name: string): Promise<unknown> =>
  pulumi.runtime.invoke('pulumi:pulumi:readStackOutputs', { name });

/**
 * Asks for the outputs of all stacks that a program reads, before it has loaded its modules. The engine
 * makes the providers that it chooses by itself ready one after the other, this function's and plugins
 * alike: calls behind the start of a plugin wait until that runs.
 *
 * @param stack - name of the program's own stack, `<environment>` or `<environment>.<cluster>`.
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/resource/deploy/default_providers.go `serve`
 */
export function askStacksBelow(program: ProgramName, stack: string): void {
  const [environment = ''] = stack.split('.');
  for (const project of programReads[program]) {
    const name = nameOf({ project, stack: environment });
    const answer = ask(name);
    // Whoever takes the answer says what is wrong.
    answer.catch(() => undefined);
    early.set(name, answer);
  }
}

/** Returns the engine's answer about a stack: the one of {@link askStacksBelow} once, and then another. */
export function stackOutputs(identity: StackIdentity): Promise<unknown> {
  const name = nameOf(identity);
  const answer = early.get(name);
  early.delete(name);
  return answer ?? ask(name);
}
