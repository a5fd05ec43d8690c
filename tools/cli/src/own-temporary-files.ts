// SPDX-License-Identifier: Apache-2.0
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Returns variables with which programs write their temporary files into the folder of this run, which
 * is deleted afterwards: the Kubernetes provider writes kubeconfigs of administrators and deletes none.
 *
 * @param scratch - folder of this run.
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/provider/util.go
 */
export function withOwnTemporaryFiles(
  variables: NodeJS.ProcessEnv,
  scratch: string,
): NodeJS.ProcessEnv {
  const folder = join(scratch, 'tmp');
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { ...variables, TMPDIR: folder };
}
