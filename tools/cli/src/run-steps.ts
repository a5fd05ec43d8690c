// SPDX-License-Identifier: Apache-2.0
import { codeOfSignal, runProcess } from './run-process.ts';
import type { ProcessEnd, ProcessOptions } from './run-process.ts';
import { showStep } from './show-step.ts';
import { fromAnyFolder, otherFolder } from './step-folder.ts';
import type { Step } from './step.ts';

/** Context in which steps are run. */
export interface StepContext {
  /** Of the repository. */
  readonly root: string;
  readonly env: NodeJS.ProcessEnv;
  /** Gets every command before it is run; undefined: nobody wants to see them. */
  readonly show?: (line: string) => void;
  /** A line for people, on the standard error. */
  readonly note: (line: string) => void;
  /** Returns the environment variables for commands of a real environment. */
  readonly variables: (environment: string) => Promise<NodeJS.ProcessEnv>;
}

type Run = (argv: readonly string[], options: ProcessOptions) => Promise<ProcessEnd>;

/** Which command of a step is due; undefined: none. */
function due(step: Step, probe: ProcessEnd | undefined): readonly string[] | undefined {
  if (probe === undefined) return step.argv;
  const isWell = probe.code === 0;
  if (step.unless !== undefined) return isWell ? undefined : step.argv;
  return isWell ? step.argv : step.otherwise;
}

/**
 * Runs steps one after the other. After the first that fails, only those are run that are for that;
 * after a signal, none is.
 *
 * @returns the exit code of the first that failed; 0 when all ended well; 128 and the signal's number
 * when a signal came before that.
 * @throws CliError when a program cannot be started.
 */
export async function runSteps(
  steps: readonly Step[],
  context: StepContext,
  run: Run = runProcess,
): Promise<number> {
  const titles = new Set(steps.flatMap(({ title }) => title ?? []));
  let failed = 0;
  for (const step of steps) {
    if (failed !== 0 && step.afterFailure !== true) continue;
    const { environment, errorsInto, into, title } = step;
    const env = environment === undefined ? context.env : await context.variables(environment);
    const folder = otherFolder(step, context.root);
    const options = { cwd: folder ?? context.root, env };
    if (title !== undefined && titles.size > 1) context.note(`==> ${title}`);
    context.show?.(showStep(step, { root: context.root }));
    const question = step.when ?? step.unless;
    const probe = question && (await run(question, { ...options, isQuiet: true }));
    if (probe?.heard !== undefined) return codeOfSignal(probe.heard);
    const command = due(step, probe);
    if (command === undefined) continue;
    const argv = folder === undefined ? command : fromAnyFolder(command, context.root);
    const files = {
      ...(into !== undefined && { into }),
      ...(errorsInto !== undefined && { errorsInto }),
    };
    const { code, heard } = await run(argv, { ...options, ...files });
    const isAllDone = code === 0 && step === steps.at(-1);
    if (heard !== undefined && !isAllDone) return codeOfSignal(heard);
    if (code !== 0 && failed === 0 && step.mayFail !== true) failed = code;
  }
  return failed;
}
