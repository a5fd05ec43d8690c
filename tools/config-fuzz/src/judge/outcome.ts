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

/** Outcome of running a program on a configuration. */
export type Outcome = {
  /** Messages that the program logged. */
  readonly logged: readonly string[];
} & (
  | { readonly end: 'refused'; readonly message: string }
  | {
      readonly end: 'rendered';
      readonly resources: readonly RecordedResource[];
      /** Outputs that are not secret. */
      readonly outputs: Readonly<Record<string, unknown>>;
    }
  /** The program failed with an unexpected error. */
  | { readonly end: 'crashed'; readonly error: unknown }
);

/**
 * Log levels that users see. The SDK writes every input to `debug`, which is for the SDK's own
 * authors.
 */
const levels = ['info', 'warn', 'error'] as const;

/** Records what a program logs while it runs. */
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

/**
 * Returns a function that adds to the inputs of resources what hosts, KubeOne's runner, the cluster
 * and the plugin would add.
 */
function answersIn({ kubeconfig }: InfraWorld) {
  const applied = JSON.stringify({ kubeconfig, changes: [] });
  return (type: string, name: string): Record<string, unknown> => {
    const facts = { hostname: name, machineId: name, macs: name, cpus: '4' };
    if (type === 'command:remote:Command') return { stdout: JSON.stringify(facts), stderr: '' };
    if (type === 'command:local:Command') return { stdout: applied, stderr: '' };
    // The token of a service account, which Kubernetes makes; other Secrets keep their data.
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

/** Unhandled rejections. Pulumi waits for some of them twice. */
const unhandled: unknown[] = [];
const keepUnhandled = (error: unknown) => unhandled.push(error);

/** Runs to the end, and fails if any promise that the run started is rejected. */
async function withRejections<T>(run: () => Promise<T>): Promise<T> {
  unhandled.length = 0;
  // The handler stays, because some rejections come after the run is over.
  process.off('unhandledRejection', keepUnhandled).on('unhandledRejection', keepUnhandled);
  const result = await run();
  await setImmediate();
  if (unhandled.length > 0) throw unhandled[0];
  return result;
}

/**
 * Runs with a limited stack trace depth: Pulumi saves the stack of every promise, which takes more
 * than half of the time of a recording.
 *
 * @param frames - depth of stack traces, for the person who looks for the cause of a crash.
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

/** Runs a program on a configuration, as far as possible without an engine. */
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
    await withFrames(frames, () => listening([], () => platformOf(environment, load)));
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
