// SPDX-License-Identifier: Apache-2.0
import { existsSync, renameSync, statSync } from 'node:fs';
import { RunnerError } from './find-kubeone.ts';

/**
 * Renames the copy of the keys that an earlier run has left, `pki.tar.gz`, to `pki.<its time>.tar.gz`.
 * KubeOne means to refuse to write over it, but the condition never holds, and only the copy of the run
 * that makes the cluster has the key that encrypts Secrets. An empty file is one that it has only opened.
 *
 * @param file - path that ends in `.tar.gz`.
 * @returns the new path; undefined if there is no copy.
 * @throws RunnerError where it cannot be renamed.
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/cmd/shared.go `initBackup`
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/encryption_providers.go
 */
export function keepFormerCopy(file: string): string | undefined {
  if (!existsSync(file)) return undefined;
  const { mtime, size } = statSync(file);
  if (size === 0) return undefined;
  const former = file.replace(/\.tar\.gz$/, `.${mtime.toISOString().replaceAll(':', '-')}.tar.gz`);
  try {
    renameSync(file, former);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    throw new RunnerError(
      `${file}, a copy of the keys of an earlier run, cannot be renamed to ${former} (${code}); move it, so that ` +
        'KubeOne does not write over it. Nothing was changed.',
    );
  }
  return former;
}
