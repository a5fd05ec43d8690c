// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Options of {@link runCommand}. */
export interface CommandOptions {
  readonly cwd?: string;
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default 20 minutes */
  readonly timeoutSeconds?: number;
}

/** Number of lines of a failed command's output in the error. */
const lastLines = 8;
const defaultSeconds = 1200;

/**
 * Runs a command and waits until it ends.
 *
 * @returns its standard output.
 * @throws Error with the command's name and the last lines of its output.
 */
export async function runCommand(
  [program = '', ...args]: readonly string[],
  { cwd, env = process.env, timeoutSeconds = defaultSeconds }: CommandOptions = {},
): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, {
      ...(cwd !== undefined && { cwd }),
      env,
      timeout: timeoutSeconds * 1000,
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout;
  } catch (error) {
    const { stderr, stdout, message } = error as Error & { stdout?: string; stderr?: string };
    const told = (stderr ?? '').trim() || (stdout ?? '').trim() || message;
    const said = told.split('\n').slice(-lastLines);
    throw new Error(`${program} failed: ${said.join('\n')}`, { cause: error });
  }
}

/** Returns the path of a program on PATH; undefined if it is not there. */
export async function findOnPath(program: string): Promise<string | undefined> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program);
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return path;
  }
  return undefined;
}
