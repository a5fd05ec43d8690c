// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { installKubeone, kubeoneRelease } from '../kubeone-releases.ts';

/** Error that people can fix; it is printed without a stack trace. */
export class RunnerError extends Error {
  /** Exit code of the runner. */
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.name = 'RunnerError';
    this.exitCode = exitCode;
  }
}

/** Output of `kubeone version`. @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/version.go */
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
 * Returns the version of the `kubeone` on PATH.
 *
 * @throws RunnerError when there is no kubeone on PATH, or when it has another minor.
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
