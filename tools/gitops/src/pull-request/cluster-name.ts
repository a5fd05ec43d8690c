// SPDX-License-Identifier: Apache-2.0
import { parseStackFileName } from '@strata/contracts/stack-file-name';

/** A user cluster of an environment. */
export interface ClusterName {
  readonly environment: string;
  readonly cluster: string;
}

/** Returns the user cluster whose file this is; undefined for other files. */
export function clusterOfFile(file: string): ClusterName | undefined {
  const { program, environment, cluster } = parseStackFileName(file) ?? {};
  if (program !== 'user-cluster' || !environment || !cluster) return undefined;
  return { environment, cluster };
}
