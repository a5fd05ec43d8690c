// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { SayableError } from './say-problem.ts';

const run = promisify(execFile);

/** How Pulumi is run. */
export interface PulumiRead {
  /** Folder of the program. */
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Ends the command. */
  readonly signal?: AbortSignal | undefined;
  /** Seconds until the command is killed. @default 30 */
  readonly seconds?: number;
}

/**
 * Explanations of Pulumi's messages. They are shown instead of the messages, which may quote a
 * backend's URL or a value.
 */
const meanings: readonly (readonly [RegExp, string])[] = [
  [/no stack named/, 'it has not been brought up'],
  [/incorrect passphrase/, 'its secrets cannot be read: the passphrase is another one'],
  [
    /passphrase must be set|unable to open secrets? manager/,
    'its secrets cannot be read: there is no key (STRATA_PASSPHRASES, or PULUMI_CONFIG_PASSPHRASE)',
  ],
  [
    /PULUMI_ACCESS_TOKEN/,
    'no variable names the backend of its state (STRATA_BACKENDS, or PULUMI_BACKEND_URL)',
  ],
];

function reasonOf(error: unknown, seconds: number): string {
  const {
    code,
    killed,
    stderr = '',
  } = error as {
    readonly code?: number | string;
    readonly killed?: boolean;
    readonly stderr?: string;
  };
  if (killed === true) return `Pulumi did not answer within ${seconds} s`;
  if (code === 'ENOENT') return 'pulumi is not on PATH';
  const meaning = meanings.find(([pattern]) => pattern.test(stderr))?.[1];
  return meaning ?? `Pulumi failed (exit code ${code ?? 'unknown'}): npx strata doctor may say why`;
}

/**
 * Runs a command of Pulumi that only reads, and returns its output. It holds no lock, so killing it is
 * safe.
 *
 * @throws SayableError when it fails or takes too long; the message quotes nothing of what it printed.
 */
export async function pulumiRead(
  args: readonly string[],
  { cwd, env, seconds = 30, signal }: PulumiRead,
): Promise<string> {
  try {
    const { stdout } = await run('pulumi', [...args, '--non-interactive', '--color=never'], {
      cwd,
      env,
      signal,
      timeout: seconds * 1_000,
      killSignal: 'SIGKILL',
      maxBuffer: 64 * 1024 * 1024,
    });
    return stdout.trim();
  } catch (error) {
    throw new SayableError(reasonOf(error, seconds));
  }
}
