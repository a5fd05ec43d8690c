// SPDX-License-Identifier: Apache-2.0
import { builtTool } from '@strata/testing';

/** Returns the path of KubeOne's own loader. */
export function loaderPath(env: NodeJS.ProcessEnv = process.env): string {
  return (
    env.STRATA_KUBEONE_VALIDATE ?? builtTool('kubeone-validate-1.14.2', 'kubeone-validate', env)
  );
}
