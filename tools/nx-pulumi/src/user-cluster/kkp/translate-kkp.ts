// SPDX-License-Identifier: Apache-2.0
import type { Images } from '../translate/images.ts';
import type { Translation } from '../translate/translation.ts';
import type { KkpFile } from './read-kkp-file.ts';
import { translateCluster } from './translate-cluster.ts';
import { translatePool } from './translate-pool.ts';

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
