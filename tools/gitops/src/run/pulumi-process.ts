// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { EngineEvent } from './engine-event.ts';
import { engineSettings } from './engine-settings.ts';
import { EventFollower } from './follow-events.ts';
import { makeOwnFolder } from './own-folder.ts';

/** Options of a run of Pulumi. */
export interface PulumiContext {
  /** Folder of the program. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Aborted when the run should end; Pulumi is then asked once to stop. */
  readonly signal: AbortSignal;
}

/** Result of a run of Pulumi. */
export interface PulumiResult {
  /** Exit code; 128 when a signal ended it. */
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Result of a run with events. */
export interface PulumiRun extends PulumiResult {
  readonly events: readonly EngineEvent[];
  /** Seconds without an event after which it was ended; undefined when it was not ended. */
  readonly silentSeconds?: number;
}

/** Observers of a run of Pulumi. */
export interface Watch {
  readonly onEvent?: (event: EngineEvent, stop: () => void) => void;
  /**
   * For operations that write nothing: seconds without an event after which the engine is ended. It
   * then waits for something that does not answer.
   */
  readonly silenceLimit?: number;
}

const environmentOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv => ({
  ...engineSettings(env),
  ...env,
  // Without this variable the CLI has no --event-log; the Automation API sets it, too.
  PULUMI_DEBUG_COMMANDS: 'true',
});

/**
 * Runs with a folder that nobody else can read and that is deleted afterwards. It is for the log of
 * events and for temporary files, such as the kubeconfigs that the Kubernetes provider writes and
 * never deletes.
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
    // A terminal's Ctrl-C goes to the whole process group. Pulumi treats a second signal as "now",
    // and we pass on the first.
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

/** Runs a command of Pulumi without events. */
export async function pulumi(
  args: readonly string[],
  context: PulumiContext,
): Promise<PulumiResult> {
  return inOwnFolder((folder) => start(args, context, folder).result);
}

/** Milliseconds that a process which writes nothing gets to end after it was asked to. */
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
    // Kills the engine, which waits for the provider, which waits for the cluster. It holds no
    // lock.
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

/** Kills Pulumi with its plugins. */
function killGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The process group has ended meanwhile.
  }
}
