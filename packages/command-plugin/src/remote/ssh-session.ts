// SPDX-License-Identifier: Apache-2.0
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Work } from '@strata/strata-provider/server';
import { runProcess, type Ended, type Stream } from '../command/run-process.ts';
import type { ConnectionInputs } from './connection.ts';
import { connectedMark, renderSshFiles, target } from './render-ssh-files.ts';

/** A command to run on the host. */
export interface RemoteRequest {
  readonly command: string;
  readonly stdin?: string | Buffer;
  readonly environment?: Readonly<Record<string, string>>;
  readonly onLine?: (stream: Stream, line: string) => void;
}

/** Signal that stops the work, clock for pauses, and receiver of messages about failed attempts. */
export interface Waiting extends Pick<Work, 'signal' | 'status'> {
  readonly clock: Pick<Work['clock'], 'sleep'>;
}

/** Exit code of ssh when ssh itself fails; a command may also exit with it. */
const sshFailed = 255;

const defaultAttempts = 10;

const longestPauseSeconds = 10;

/** Failures after which another attempt would not help and may lock the account. */
const lastingFailures = /Host key verification failed|Permission denied|Too many authentication/;

/**
 * Runs a command over the OpenSSH client of this computer. Repeats failed connections, but never a
 * command that has begun.
 *
 * @throws Error when no connection can be made, or when the signal is aborted.
 */
export async function runOverSsh(
  connection: ConnectionInputs,
  request: RemoteRequest,
  work: Waiting,
): Promise<Ended> {
  const limit = connection.dialErrorLimit ?? defaultAttempts;
  for (let attempt = 1; ; attempt += 1) {
    const { ended, isConnected } = await attemptOverSsh(connection, request, work);
    if (isConnected || ended.exitCode !== sshFailed) return ended;
    const reason = `cannot log in at ${connection.host}: ${ended.stderr.trim()}`;
    if (lastingFailures.test(ended.stderr) || (limit >= 0 && attempt >= Math.max(limit, 1))) {
      throw new Error(attempt === 1 ? reason : `${reason} (after ${attempt} attempts)`);
    }
    work.status(`${reason} (attempt ${attempt})`);
    await work.clock.sleep(Math.min(attempt, longestPauseSeconds) * 1_000, work.signal);
  }
}

/** Makes one attempt, with its files in a folder that only its owner can read and that is deleted at the end. */
async function attemptOverSsh(
  connection: ConnectionInputs,
  { command, stdin, environment = {}, onLine }: RemoteRequest,
  { signal }: Waiting,
) {
  const folder = await mkdtemp(join(tmpdir(), 'strata-ssh-'));
  try {
    const files = renderSshFiles(connection, folder);
    await Promise.all(
      files.map(({ name, content, mode }) => writeFile(join(folder, name), content, { mode })),
    );
    const sent = Object.keys(environment).map((name) => `SendEnv=${name}`);
    const args = ['-F', join(folder, 'config'), ...sent.flatMap((option) => ['-o', option])];
    const env = {
      ...process.env,
      ...environment,
      SSH_ASKPASS: join(folder, 'askpass'),
      SSH_ASKPASS_REQUIRE: 'force',
    };
    const program = { file: 'ssh', args: [...args, '--', target, command], env };
    const input = stdin === undefined ? {} : { stdin };
    const ended = await runProcess({ ...program, ...input }, signal, onLine);
    return { ended, isConnected: existsSync(join(folder, connectedMark)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
