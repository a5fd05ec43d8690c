// SPDX-License-Identifier: Apache-2.0
import { setImmediate } from 'node:timers/promises';
import * as pulumi from '@pulumi/pulumi';
import type { RawConfig } from '@strata/contracts';
import type { ProgramName } from '@strata/contracts/programs';
import { providerAnswers, recordProgram, valueOf } from '@strata/testing';
import type { RecordedResource } from '@strata/testing';
import { canary } from '../generate/secret-texts.ts';
import { infraWorld } from '../programs/infra-world.ts';
import type { InfraWorld } from '../programs/infra-world.ts';
import { platformOf, runs } from '../programs/run-program.ts';
import type { LoadManifest } from '../programs/render-programs.ts';

/** What became of a configuration. */
export type Outcome = {
  /** What the program logged. */
  readonly logged: readonly string[];
} & (
  | { readonly end: 'refused'; readonly message: string }
  | {
      readonly end: 'rendered';
      readonly resources: readonly RecordedResource[];
      /** Outputs that are no secrets. */
      readonly outputs: Readonly<Record<string, unknown>>;
    }
  /** Nobody has foreseen this. */
  | { readonly end: 'crashed'; readonly error: unknown }
);

/** What people see; `debug`, in which the SDK writes every input, is for the SDK's own authors. */
const levels = ['info', 'warn', 'error'] as const;

/** Keeps what a program logs while it runs. */
async function listening<T>(logged: string[], run: () => Promise<T>): Promise<T> {
  const log = pulumi.log as Record<(typeof levels)[number], (text: string) => Promise<void>>;
  const before = { ...log };
  const keep = (text: string) => {
    logged.push(text);
    return Promise.resolve();
  };
  for (const level of levels) log[level] = keep;
  try {
    return await run();
  } finally {
    for (const level of levels) log[level] = before[level];
  }
}

const encoded = (text: string) => Buffer.from(text).toString('base64');

/** What hosts, KubeOne's runner, the cluster and the plugin add to the inputs of resources. */
function answersIn({ kubeconfig }: InfraWorld) {
  const applied = JSON.stringify({ kubeconfig, changes: [] });
  return (type: string, name: string): Record<string, unknown> => {
    const facts = { hostname: name, machineId: name, macs: name, cpus: '4' };
    if (type === 'command:remote:Command') return { stdout: JSON.stringify(facts), stderr: '' };
    if (type === 'command:local:Command') return { stdout: applied, stderr: '' };
    // Of an account, by Kubernetes itself; others keep their own.
    const isToken = type === 'kubernetes:core/v1:Secret' && /-token-\d+$/.test(name);
    return isToken ? { data: { token: encoded(canary) } } : (providerAnswers[type] ?? {});
  };
}

async function openOutputs(outputs: object): Promise<Record<string, unknown>> {
  const open: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(outputs)) {
    const output = pulumi.output(value as unknown);
    if (await pulumi.isSecret(output)) continue;
    open[key] = await valueOf(output);
  }
  return open;
}

/** Errors that nobody waits for; Pulumi waits for some of them twice. */
const unhandled: unknown[] = [];
const keepUnhandled = (error: unknown) => unhandled.push(error);

/** Runs to the end, and fails if anything that it has begun fails on the way. */
async function withRejections<T>(run: () => Promise<T>): Promise<T> {
  unhandled.length = 0;
  // It stays: some come when the run is over.
  process.off('unhandledRejection', keepUnhandled).on('unhandledRejection', keepUnhandled);
  const result = await run();
  await setImmediate();
  if (unhandled.length > 0) throw unhandled[0];
  return result;
}

/**
 * Pulumi keeps the stack of every promise: more than half of the time that a recording takes.
 *
 * @param frames - of a stack, for whoever looks for the cause of a crash.
 */
async function withFrames<T>(frames: number, run: () => Promise<T>): Promise<T> {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = frames;
  try {
    return await run();
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

/** Runs a program on a configuration, as far as that goes without an engine. */
export async function outcomeOf(raw: RawConfig, load: LoadManifest, frames = 0): Promise<Outcome> {
  const { project, secretKeys, stack, values: config } = raw;
  const program = project as ProgramName;
  const logged: string[] = [];
  await using world = await infraWorld();
  const options = { project, stack, config, secretKeys, outputs: answersIn(world) };
  const record = () =>
    recordProgram(async () => openOutputs(await runs[program](raw, load)), options);
  if (program === 'user-cluster') {
    const [environment = ''] = stack.split('.');
    await listening([], () => platformOf(environment, load));
  }
  try {
    const { resources, result } = await withFrames(frames, () =>
      withRejections(() => listening(logged, record)),
    );
    return { end: 'rendered', logged, resources, outputs: result };
  } catch (error) {
    return pulumi.RunError.isInstance(error)
      ? { end: 'refused', logged, message: error.message }
      : { end: 'crashed', logged, error };
  }
}
