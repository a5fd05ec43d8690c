// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** A program of this repository, and the world that it runs in. */
export interface RecordedRun {
  /** Folder of its package. */
  readonly folder: string;
  readonly project: string;
  readonly stack: string;
  /** `<project>:<key>` to text, as the engine hands it over. */
  readonly config: Readonly<Record<string, string>>;
  readonly secretKeys: readonly string[];
  /** Outputs of other stacks, by `<project>/<stack>`, as the engine hands them over. */
  readonly outputs: Readonly<
    Record<string, { readonly outputs: object; readonly secretOutputNames: readonly string[] }>
  >;
  /** Outputs that a provider adds to the inputs of resources, by their type. */
  readonly answers: Readonly<Record<string, Record<string, unknown>>>;
  /** JSON that commands print, by their names; all others print facts of a host. */
  readonly printed: Readonly<Record<string, object>>;
}

/** Everything that a program has asked the engine for. */
export interface RecordedProgram {
  /** All registrations, in their order. */
  readonly resources: readonly object[];
  /** Outputs of components, by name. */
  readonly outputs: Readonly<Record<string, object>>;
  /** Whether traces name other places than those of what Node has loaded. */
  readonly isBundled: boolean;
  /** The message with which it has failed; absent when it has not. */
  readonly failure?: string;
  /** Messages to people. */
  readonly said: readonly string[];
}

/** Runs a program with Pulumi's mocks, and prints what it has asked for in the last line. */
const script = `
  import { recordProgram } from '@strata/testing';
  import { readFileSync } from 'node:fs';
  import { pathToFileURL } from 'node:url';
  const run = JSON.parse(readFileSync(0, 'utf8'));
  const call = (token, { name }) => {
    if (token !== 'pulumi:pulumi:readStackOutputs') return {};
    const [, project, stack] = name.split('/');
    const found = run.outputs[project + '/' + stack];
    if (found === undefined) throw new Error('unknown stack ' + project + '/' + stack);
    return found;
  };
  const outputs = (type, name) => {
    if (!type.startsWith('command:')) return run.answers[type] ?? {};
    const printed = run.printed[name] ?? { hostname: name, machineId: name, macs: '' };
    return { stdout: JSON.stringify(printed) };
  };
  let failure;
  const program = async () => {
    try {
      return (await import(pathToFileURL(run.folder + '/program.ts').href)).default;
    } catch (error) {
      failure = error.message;
    }
  };
  const recorded = await recordProgram(program, { ...run, call, outputs });
  console.log(JSON.stringify({
    resources: recorded.resources,
    outputs: Object.fromEntries(recorded.outputs),
    isBundled: Error.prepareStackTrace.name !== 'ErrorPrepareStackTrace',
    failure,
  }));
`;

/**
 * Runs a program without an engine, as Pulumi's language host starts it, offline.
 *
 * @param bundles - value of `STRATA_PROGRAM_BUNDLES`.
 */
export async function recordStart(run: RecordedRun, bundles: string): Promise<RecordedProgram> {
  const node = ['--import=@strata/program-start', '--disable-warning=ExperimentalWarning'];
  const runner = ['/@pulumi/pulumi/cmd/run', '--pwd', run.folder, 'program.ts'];
  const running = promisify(execFile)(
    process.execPath,
    [...node, '--input-type=module', '-e', script, ...runner],
    {
      cwd: run.folder,
      maxBuffer: 1 << 28,
      env: {
        PATH: process.env.PATH,
        HOME: process.env.HOME,
        STRATA_CACHE_DIR: process.env.STRATA_CACHE_DIR,
        STRATA_OFFLINE: 'true',
        STRATA_PROGRAM_BUNDLES: bundles,
        PULUMI_NODEJS_ROOT_DIRECTORY: run.folder,
      },
    },
  );
  running.child.stdin?.end(JSON.stringify(run));
  const { stderr, stdout } = await running;
  const lines = stdout.trim().split('\n');
  const recorded = JSON.parse(lines.pop() ?? '') as Omit<RecordedProgram, 'said'>;
  return { ...recorded, said: [stderr, ...lines] };
}
