// SPDX-License-Identifier: Apache-2.0
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { dumpYaml } from '@kubernetes/client-node';
import { builtTool } from '@strata/testing';
import type { StandIn } from './install-stand-in.ts';

/** Exit code and output of a command. */
export interface Ran {
  readonly code: number | null;
  readonly text: string;
}

/** A stack of this program in a folder of its own, with the real engine. */
export interface TestStack {
  /** Runs pulumi in the program's folder. */
  readonly pulumi: (...args: readonly string[]) => Promise<Ran>;
  /** Starts pulumi and returns its process. */
  readonly start: (...args: readonly string[]) => {
    readonly child: ChildProcess;
    readonly ended: Promise<Ran>;
  };
  /** Writes the stack's configuration. */
  readonly configure: (config: Readonly<Record<string, unknown>>) => void;
  /** Adds an encrypted value, such as `infra:kubeone.backups.password`. */
  readonly setSecret: (path: string, value: string) => Promise<void>;
  /** Returns all files of the backend as one text. */
  readonly state: () => string;
  /** Folder for the temporary files of all started programs. */
  readonly temporary: string;
}

const program = join(import.meta.dirname, '..');
const repository = join(program, '../..');

/** Creates a copy of the program's folder that uses another folder for stacks, and returns its path. */
function layOut(folder: string): string {
  const copy = join(folder, 'packages/infra');
  mkdirSync(copy, { recursive: true });
  mkdirSync(join(folder, 'stacks'));
  symlinkSync(join(repository, 'node_modules'), join(folder, 'node_modules'));
  for (const name of ['command-plugin', 'policies']) {
    symlinkSync(join(repository, 'packages', name), join(folder, 'packages', name));
  }
  for (const name of ['program.ts', 'src', 'package.json']) {
    symlinkSync(join(program, name), join(copy, name));
  }
  const project = readFileSync(join(program, 'Pulumi.yaml'), 'utf8');
  const moved = project.replace('../../stacks/infra', '../../stacks');
  writeFileSync(join(copy, 'Pulumi.yaml'), moved);
  return copy;
}

/** Returns the environment for pulumi; the toolchain or this repository builds everything that it needs. */
function environment(kubeone: StandIn, passphrase: string): NodeJS.ProcessEnv {
  const path = [
    dirname(builtTool('pulumi-3.259.0', 'pulumi')),
    dirname(builtTool('pulumi-language-nodejs-3.188.0', 'pulumi-language-nodejs')),
    dirname(builtTool('pulumi-resource-kubernetes-4.29.0', 'pulumi-resource-kubernetes')),
    kubeone.env.PATH ?? '',
  ].join(delimiter);
  const [state, temporary] = [join(kubeone.folder, 'state'), join(kubeone.folder, 'tmp')];
  mkdirSync(state);
  mkdirSync(temporary);
  return {
    ...kubeone.env,
    PATH: path,
    TMPDIR: temporary,
    PULUMI_BACKEND_URL: `file://${state}`,
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
    PULUMI_HOME: join(kubeone.folder, 'home'),
    PULUMI_SKIP_UPDATE_CHECK: 'true',
  };
}

/** Returns a function that starts pulumi. */
function starter(cwd: string, env: NodeJS.ProcessEnv) {
  return (args: readonly string[], input = '') => {
    const child = spawn('pulumi', [...args, '--non-interactive', '--color=never'], { cwd, env });
    child.stdin.end(input);
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    const ended = Promise.all([text(child.stdout), text(child.stderr), closed]).then(
      ([stdout, stderr, code]): Ran => ({ code, text: `${stdout}${stderr}` }),
    );
    return { child, ended };
  };
}

/** Returns the content of all files below a folder as one text. */
export function filesIn(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8'))
    .join('\n');
}

/**
 * Creates a stack.
 *
 * @param name - name of the stack, and of the environment.
 * @param passphrase - passphrase of its secrets.
 */
export async function makeTestStack(
  kubeone: StandIn,
  name: string,
  passphrase = 'test',
): Promise<TestStack> {
  const folder = join(kubeone.folder, 'stack');
  const start = starter(layOut(folder), environment(kubeone, passphrase));
  const must = async (args: readonly string[], input = '') => {
    const { code, text: said } = await start(args, input).ended;
    if (code !== 0) throw new Error(said);
  };
  await must(['stack', 'init', name]);
  const file = join(folder, `stacks/Pulumi.${name}.yaml`);
  const salt = readFileSync(file, 'utf8');
  return {
    pulumi: (...args) => start(args).ended,
    start: (...args) => start(args),
    configure: (config) => writeFileSync(file, dumpYaml({ config }) + salt),
    // Passed on standard input: other users could see an argument.
    setSecret: (path, value) => must(['config', 'set', '--secret', '--path', path], value),
    state: () => filesIn(join(kubeone.folder, 'state')),
    temporary: join(kubeone.folder, 'tmp'),
  };
}
