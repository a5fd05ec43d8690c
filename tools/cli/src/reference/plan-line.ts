// SPDX-License-Identifier: Apache-2.0
import { buildProgram } from '../build-program.ts';
import { commandTable, parents } from '../command-table.ts';
import type { CommandSpec } from '../command.ts';
import type { Input } from '../input.ts';
import { exampleContext } from './example-repository.ts';
import type { Step } from '../step.ts';

/** Parses a command line and returns its command, with the arguments and options after its name. */
export async function parseLine(line: string): Promise<{ spec: CommandSpec; input: Input }> {
  let parsed: { spec: CommandSpec; input: Input } | undefined;
  const program = buildProgram(commandTable, parents, (spec, input) => {
    parsed = { spec, input };
    return Promise.resolve(0);
  });
  await program.parseAsync(line.split(' '), { from: 'user' });
  if (parsed === undefined) throw new Error(`"${line}" carried out no command`);
  return parsed;
}

/** The steps of a command line, in the example repository unless another context is given. */
export async function planLine(line: string, context = exampleContext): Promise<readonly Step[]> {
  const { input, spec } = await parseLine(line);
  return spec.plan(input, context);
}

/** The same as words, where a step has no conditions. */
export async function argvOf(line: string): Promise<string[]> {
  return (await planLine(line)).map(({ argv }) => argv.join(' '));
}
