// SPDX-License-Identifier: Apache-2.0
import { stackFile } from '@strata/contracts/programs';
import { policyFlags } from '@strata/gitops/policies';
import { initFlags, readSecretsSettings } from '@strata/gitops/secrets-settings';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Answer, CommandSpec, PlanContext } from './command.ts';
import type { Input } from './input.ts';
import { withOwnTemporaryFiles } from './own-temporary-files.ts';
import { Repository } from './repository.ts';
import { root } from './root.ts';
import { runSteps } from './run-steps.ts';
import { ScratchFolder } from './scratch-folder.ts';
import { showSteps } from './show-step.ts';

/** How a command is carried out. */
export interface Mode {
  /** Shows every command before it is run. */
  readonly isVerbose: boolean;
  /** Shows every command and runs none. */
  readonly isPrinted: boolean;
}

const note = (line: string) => console.error(line);

function contextWith(scratch: Pick<ScratchFolder, 'path'>): PlanContext {
  return {
    repository: Repository.at(root),
    policies: (stack) => policyFlags(root, stack),
    initFlags: ({ program: project, stack }) =>
      initFlags(readSecretsSettings(root, stackFile({ project, stack }))),
    folder: process.cwd(),
    get scratch() {
      return scratch.path;
    },
  };
}

/** Says an answer. @returns the exit code. */
function say({ failed = false, json, notes = [], text }: Answer, isJson: boolean): number {
  const told = isJson && json !== undefined ? JSON.stringify(json, undefined, 2) : text;
  if (told !== '') console.log(told);
  for (const line of notes) note(line);
  return failed ? 1 : 0;
}

function print(spec: CommandSpec, input: Input): number {
  // It is not made; the printed lines have a folder of their own in its place.
  const scratch = join(tmpdir(), 'strata-printed');
  const steps = spec.plan(input, contextWith({ path: scratch }));
  const last = spec.answer && ['# and what this command makes of it by itself'];
  const lines = showSteps(steps, { folder: process.cwd(), root, scratch }, last);
  console.log(lines.join('\n'));
  return 0;
}

/**
 * Returns a function that finds the variables for commands of a real environment, once for each
 * environment.
 */
function variablesOnce(show: ((line: string) => void) | undefined, scratch: ScratchFolder) {
  const found = new Map<string, Promise<NodeJS.ProcessEnv>>();
  return (environment: string) => {
    const make = async () => {
      // Only here: most commands need no toolchain.
      const { describeVariables, environmentVariables } =
        await import('@strata/gitops/environment-variables');
      const own = await environmentVariables(environment, process.env);
      const variables = withOwnTemporaryFiles(own, scratch.path);
      for (const line of describeVariables(process.env, variables, environment)) show?.(line);
      return variables;
    };
    const variables = found.get(environment) ?? make();
    found.set(environment, variables);
    return variables;
  };
}

/**
 * Carries out a command.
 *
 * @returns the exit code.
 * @throws UsageError when the command line is wrong; CliError when something else is.
 */
export async function runCommand(spec: CommandSpec, input: Input, mode: Mode): Promise<number> {
  if (mode.isPrinted) return print(spec, input);
  const scratch = new ScratchFolder();
  const context = contextWith(scratch);
  const show = mode.isVerbose ? (line: string) => note(`$ ${line}`) : undefined;
  try {
    const steps = spec.plan(input, context);
    if (steps.length > 0 && process.cwd() !== root) show?.(`cd ${root}`);
    const variables = variablesOnce(show, scratch);
    const code = await runSteps(steps, {
      root,
      env: process.env,
      note,
      variables,
      ...(show !== undefined && { show }),
    });
    if (code !== 0 || spec.answer === undefined) return code;
    return say(await spec.answer(input, context), input.has('json'));
  } finally {
    scratch.remove();
  }
}
