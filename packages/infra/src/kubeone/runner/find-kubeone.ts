// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installKubeone, kubeoneRelease } from '../kubeone-releases.ts';

/** Something that people can mend; printed without a stack trace. */
export class RunnerError extends Error {
  /** What the runner exits with. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'RunnerError';
    this.exitCode = exitCode;
  }
}

/** `kubeone version` prints this. @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/version.go */
interface Versions {
  readonly kubeone?: { readonly gitVersion?: string };
}

function versionIn(stdout: string): string | undefined {
  try {
    return (JSON.parse(stdout) as Versions).kubeone?.gitVersion?.replace(/^v/, '');
  } catch {
    return undefined;
  }
}

/**
 * Asks the `kubeone` on PATH for its version.
 *
 * @returns its version.
 * @throws RunnerError when there is none, or it is of another minor.
 */
export async function findKubeone(env: NodeJS.ProcessEnv): Promise<string> {
  const run = promisify(execFile)('kubeone', ['version'], { env, timeout: 30_000 });
  const { stdout } = await run.catch((error: unknown) => {
    const { code, message } = error as { readonly code?: unknown; readonly message: string };
    throw new RunnerError(
      code === 'ENOENT'
        ? `kubeone is not on PATH: ${installKubeone}.`
        : `kubeone version failed (${message.trim()}): ${installKubeone}.`,
    );
  });
  const version = versionIn(stdout);
  if (version?.startsWith(`${kubeoneRelease.minor}.`) !== true) {
    throw new RunnerError(
      `kubeone on PATH is ${version ?? 'of no known version'}, needed is ` +
        `${kubeoneRelease.minor}: ${installKubeone}.`,
    );
  }
  return version;
}
