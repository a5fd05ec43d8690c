// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '../config/describe-issues.ts';
import { hasVlan } from '../config/vlan-id.ts';
import { clusterPath, infraPath, platformPath } from './environment-files.ts';
import type { PlannedEnvironment } from './environment-files.ts';
import type { Place, PlanProblem } from './plan-problem.ts';

/** Where a VLAN of one of the hosts' bridges is named. */
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

/** A bridge that the hosts have, or some of them, with what its uplink carries. */
export interface CarryingBridge {
  readonly name: string;
  /** IDs and ranges. */
  readonly vlans: readonly (number | string)[];
}

/**
 * Why a VLAN of a bridge leads nowhere: the hosts have the bridge, and none of them carries the VLAN
 * to it, so frames would not leave the host. What the hosts keep for themselves they never carry. A
 * bridge that infra does not make is somebody else's, and not judged.
 *
 * @returns undefined when nothing speaks against it.
 */
export function uncarriedVlan(
  bridges: readonly CarryingBridge[],
  bridge: string,
  vlan: number,
): string | undefined {
  const made = bridges.filter(({ name }) => name === bridge);
  const carried = made.flatMap(({ vlans }) => vlans);
  if (made.length === 0 || hasVlan(carried, vlan)) return undefined;
  return `the hosts do not carry VLAN ${vlan} to "${bridge}", only ${carried.join(', ')}; take one of these, or add it there`;
}

/** VLANs that are named anywhere, of bridges that Strata makes on the hosts and that lack them. */
export function checkCarriedVlans(environment: PlannedEnvironment): PlanProblem[] {
  const { infra, infraFile } = environment;
  return namedVlans(environment).flatMap(({ bridge, file, path, vlan }) => {
    const message = uncarriedVlan(infra?.bridges ?? [], bridge, vlan);
    if (message === undefined) return [];
    return [{ file, path, message, other: { file: infraFile, path: infraPath('bridges') } }];
  });
}
