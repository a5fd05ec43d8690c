// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { LocalWorkspace } from '@pulumi/pulumi/automation/index.js';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { runMeasured } from '../measure/run-measured.ts';
import type { Run } from '../measure/run-measured.ts';
import { encryptionsalt } from './sandbox-platform.ts';
import type { StateExport } from './rendered-objects.ts';

/** Backend of the bench's stacks, and options of the engine. */
export interface Engine {
  /** Environment variables with the backend's address and the passphrase. */
  readonly env: Readonly<Record<string, string>>;
  /** Folder of the state. */
  readonly stateFolder: string;
  /** Folder for configuration files. */
  readonly folder: string;
  readonly servers: readonly number[];
}

/** Stack, and its program. */
export interface StackPlace {
  /** Folder of the program. */
  readonly program: string;
  /** Name of the program in its Pulumi.yaml. */
  readonly project: string;
  readonly stack: string;
  /** Whether its program must run for a destroy. @default false */
  readonly asksBeforeDestroy?: boolean;
}

/** Content of a stack's file. */
export interface StackConfig {
  /** Values by key, without the project's name. */
  readonly values: Values;
}

type Values = Readonly<Record<string, unknown>>;

const flags = ['--non-interactive', '--color=never'];

/**
 * Makes a stack in the backend, whose configuration is a file of the bench. Without `workDir` the SDK
 * would make a folder that it never removes.
 */
async function initialize(engine: Engine, { project, stack }: StackPlace, outputs: Values = {}) {
  mkdirSync(engine.folder, { recursive: true });
  return LocalWorkspace.createOrSelectStack(
    { projectName: project, stackName: stack, program: () => Promise.resolve(outputs) },
    {
      envVars: { ...engine.env },
      workDir: mkdtempSync(join(engine.folder, 'program-')),
      stackSettings: { [stack]: { encryptionSalt: encryptionsalt } },
    },
  );
}

/** Publishes the outputs of a stack for other stacks; the engine encrypts secrets. */
export async function publishOutputs(
  engine: Engine,
  place: Omit<StackPlace, 'program'>,
  values: Values,
  secrets: Readonly<Record<string, string>> = {},
): Promise<void> {
  const sealed = Object.entries(secrets).map(
    ([name, text]) => [name, pulumi.secret(text)] as const,
  );
  const outputs = { ...values, ...Object.fromEntries(sealed) };
  await (await initialize(engine, { ...place, program: '' }, outputs)).up();
}

/** Stack of a program of this repository, run as Strata runs it. */
export class StrataStack {
  readonly #engine: Engine;
  readonly #place: StackPlace;
  readonly #flags: readonly string[];
  /** Path of its file from the engine's folder. */
  readonly file: string;

  private constructor(engine: Engine, place: StackPlace, more: readonly string[] = []) {
    this.#engine = engine;
    this.#place = place;
    this.#flags = [...flags, ...more];
    this.file = `Pulumi.${place.project}.${place.stack}.yaml`;
  }

  static async make(
    engine: Engine,
    place: StackPlace,
    config: StackConfig = { values: {} },
  ): Promise<StrataStack> {
    mkdirSync(engine.folder, { recursive: true });
    const made = new StrataStack(engine, place);
    await initialize(engine, place);
    made.configure(config);
    return made;
  }

  /** Returns the same stack, run with more flags of Pulumi and more variables. */
  with(more: readonly string[], env: Readonly<Record<string, string>>): StrataStack {
    const engine = { ...this.#engine, env: { ...this.#engine.env, ...env } };
    return new StrataStack(engine, this.#place, more);
  }

  /** Writes its configuration. */
  configure({ values }: StackConfig): void {
    const { project } = this.#place;
    const keys = Object.entries(values).map(
      ([key, value]) => [`${project}:${key}`, value] as const,
    );
    const document = { encryptionsalt, config: Object.fromEntries(keys) };
    writeFileSync(join(this.#engine.folder, this.file), stringify(document));
  }

  up = () => this.#run(['up', '--yes', '--skip-preview']);
  preview = (more: Readonly<Record<string, string>> = {}) => this.#run(['preview'], more);
  drift = () => this.#run(['refresh', '--preview-only', '--expect-no-changes']);
  destroy = () => {
    const asks = this.#place.asksBeforeDestroy ? ['--run-program'] : [];
    return this.#run(['destroy', '--yes', '--skip-preview', ...asks]);
  };

  /** Returns the last state, with secrets. */
  async export(): Promise<StateExport> {
    const { stdout } = await this.#run(['stack', 'export', '--show-secrets']);
    return JSON.parse(stdout) as StateExport;
  }

  #run(args: readonly string[], more: Readonly<Record<string, string>> = {}): Promise<Run> {
    const { program, stack } = this.#place;
    const { env, folder, servers, stateFolder } = this.#engine;
    const isStackCommand = args[0] === 'stack';
    const config = isStackCommand ? [] : ['--config-file', join(folder, this.file)];
    return runMeasured(
      {
        args: ['pulumi', ...args, '--stack', stack, ...config, ...this.#flags],
        cwd: program,
        env: { ...env, ...more },
      },
      { stateFolder, servers },
    );
  }
}
