// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { EngineEvent } from './engine-event.ts';
import { engineSettings } from './engine-settings.ts';
import { EventFollower } from './follow-events.ts';
import { makeOwnFolder } from './own-folder.ts';

/** How Pulumi is run. */
export interface PulumiContext {
  /** The folder of the program. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when somebody wants the run to end; Pulumi is asked to, once. */
  readonly signal: AbortSignal;
}

/** What a run of Pulumi came to. */
export interface PulumiResult {
  /** Its exit code; 128 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a run with events came to. */
export interface PulumiRun extends PulumiResult {
  readonly events: readonly EngineEvent[];
  /** It was ended because nothing happened for so many seconds. */
  readonly silentSeconds?: number;
}

/** What is watched while Pulumi runs. */
export interface Watch {
  readonly onEvent?: (event: EngineEvent, stop: () => void) => void;
  /**
   * For operations that write nothing: how long the engine may say nothing, in seconds, before it is
   * ended. What it waits for then does not answer.
   */
  readonly silenceLimit?: number;
}

const environmentOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...engineSettings(env),
  ...env,
  // Without it the CLI has no --event-log; the Automation API does the same.
  PULUMI_DEBUG_COMMANDS: 'true',
});

/**
 * Gives a run a folder that nobody else can read and that goes with it: for the log of events, and
 * for temporary files, such as the kubeconfigs that the Kubernetes provider writes and never deletes.
 */
async function inOwnFolder<T>(run: (folder: string) => Promise<T>): Promise<T> {
  const folder = makeOwnFolder('run');
  try {
    return await run(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function start(args: readonly string[], { cwd, env, signal }: PulumiContext, folder: string) {
  const temporary = join(folder, 'tmp');
  mkdirSync(temporary);
  const child = spawn('pulumi', [...args, '--non-interactive', '--color=never'], {
    cwd,
    env: { ...environmentOf(env), TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
    // A terminal's Ctrl-C goes to all of a group: Pulumi takes a second one as "now", and we hand on
    // the first.
    detached: true,
  });
  const interrupt = () => void child.kill('SIGINT');
  if (signal.aborted) interrupt();
  signal.addEventListener('abort', interrupt, { once: true });
  const result = Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise<number>((resolve, reject) => {
      child.once('error', (error) =>
        reject(new Error(`pulumi cannot be started: ${error.message}`)),
      );
      child.once('close', (code) => resolve(code ?? 128));
    }),
  ])
    .then(([stdout, stderr, code]): PulumiResult => ({ code, stdout, stderr }))
    .finally(() => signal.removeEventListener('abort', interrupt));
  return { child, interrupt, result };
}

/** Runs a command of Pulumi whose events nobody reads. */
export async function pulumi(
  args: readonly string[],
  context: PulumiContext,
): Promise<PulumiResult> {
  return inOwnFolder((folder) => start(args, context, folder).result);
}

/** So long a process that writes nothing has to end after it was asked to, in milliseconds. */
const patience = 3_000;

/**
 * Runs an operation of Pulumi with the events of its engine.
 *
 * @see https://www.pulumi.com/docs/iac/cli/commands/pulumi_preview/
 */
export async function pulumiWithEvents(
  args: readonly string[],
  context: PulumiContext,
  watch: Watch = {},
): Promise<PulumiRun> {
  return inOwnFolder((folder) => follow(args, context, watch, folder));
}

async function follow(
  args: readonly string[],
  context: PulumiContext,
  { onEvent, silenceLimit }: Watch,
  folder: string,
): Promise<PulumiRun> {
  const log = join(folder, 'events.jsonl');
  const { child, interrupt, result } = start([...args, '--event-log', log], context, folder);
  const follower = new EventFollower(log, (event) => onEvent?.(event, interrupt));
  let silentSeconds: number | undefined;
  const watchdog = setInterval(() => {
    const silent = Date.now() - follower.lastEventAt;
    if (silenceLimit === undefined || silentSeconds !== undefined) return;
    if (silent < silenceLimit * 1_000) return;
    silentSeconds = silenceLimit;
    interrupt();
    // The engine waits for the provider, which waits for the cluster. It holds no lock.
    setTimeout(() => killGroup(child.pid), patience).unref();
  }, 500);
  try {
    const { code, stderr, stdout } = await result;
    const events = follower.stop();
    return { code, stdout, stderr, events, ...(silentSeconds !== undefined && { silentSeconds }) };
  } finally {
    clearInterval(watchdog);
    follower.stop();
  }
}

/** Ends Pulumi with its plugins. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
