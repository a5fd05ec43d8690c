// SPDX-License-Identifier: Apache-2.0
import { formatPath, uncarriedVlan } from '@strata/contracts';
import { clusterPath, infraPath, platformPath } from './environment-files.ts';
import type { PlannedEnvironment } from './environment-files.ts';
import type { Place, PlanProblem } from './plan-problem.ts';

/** A place that names a VLAN of one of the hosts' bridges. */
interface Named extends Place {
  readonly bridge: string;
  readonly vlan: number;
}

function namedVlans({ clusters, plan, planFile, platform, platformFile }: PlannedEnvironment) {
  const { bridge = '', first, last } = plan?.vlans ?? {};
  return [
    ...Object.entries({ first, last }).map(([key, vlan]) => ({
      file: planFile,
      path: formatPath(['vlans', key]),
      bridge,
      vlan,
    })),
    ...(platform?.networks ?? []).map((network, index) => ({
      ...network,
      file: platformFile,
      path: platformPath('networks', index, 'vlan'),
    })),
    ...clusters.flatMap(({ config, file }) =>
      (config.network?.vlans ?? []).map((vlan, index) => ({
        ...vlan,
        file,
        path: clusterPath('network', 'vlans', index, 'vlan'),
      })),
    ),
  ].filter((one): one is typeof one & Named => one.vlan !== undefined && one.bridge !== undefined);
}

/**
 * Reports every VLAN that is named anywhere but missing on its bridge, for bridges that Strata
 * makes on the hosts.
 */
export function checkCarriedVlans(environment: PlannedEnvironment): PlanProblem[] {
  const { infra, infraFile } = environment;
  return namedVlans(environment).flatMap(({ bridge, file, path, vlan }) => {
    const message = uncarriedVlan(infra?.bridges ?? [], bridge, vlan);
    if (message === undefined) return [];
    return [{ file, path, message, other: { file: infraFile, path: infraPath('bridges') } }];
  });
}
