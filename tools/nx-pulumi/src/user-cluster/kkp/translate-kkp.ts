// SPDX-License-Identifier: Apache-2.0
import type { KkpFile } from './read-kkp-file.ts';
import type { Images } from './root-disk.ts';
import { translateCluster } from './translate-cluster.ts';
import { translatePool } from './translate-pool.ts';

/** Settings for a new user cluster from a file of KKP. */
export interface Translation {
  /** Version of Kubernetes; undefined where the file has none that is supported. */
  readonly kubernetes?: string;
  /** Keys of the cluster's file; without `pools` where there is no MachineDeployment. */
  readonly config: Readonly<Record<string, unknown>>;
  /**
   * Messages for people about values that are not kept or have changed. No message contains a value
   * that may be a secret.
   */
  readonly lines: readonly string[];
}

/** Translates a Cluster and its MachineDeployments. */
export function translateKkp({ cluster, deployments }: KkpFile, images: Images): Translation {
  const above = cluster === undefined ? { config: {}, lines: [] } : translateCluster(cluster);
  const pools = deployments.map((one) => translatePool(one, images));
  return {
    ...above,
    config: {
      ...above.config,
      ...(pools.length > 0 && { pools: pools.map(({ pool }) => pool) }),
    },
    lines: [...above.lines, ...pools.flatMap(({ lines }) => lines)],
  };
}
