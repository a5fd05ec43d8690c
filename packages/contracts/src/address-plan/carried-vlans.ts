// SPDX-License-Identifier: Apache-2.0
import { formatPath } from '../config/describe-issues.ts';
import { hasVlan } from '../config/vlan-id.ts';
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

/** A bridge that some or all hosts have, with the VLANs that its uplink carries. */
export interface CarryingBridge {
  readonly name: string;
  /** IDs and ranges. */
  readonly vlans: readonly (number | string)[];
}

/**
 * Returns why a VLAN of a bridge leads nowhere: hosts have the bridge, but none of them carries the
 * VLAN to it, so frames would not leave the host. VLANs that hosts use themselves are never
 * carried. A bridge that infra does not make is not judged.
 *
 * @returns undefined if the VLAN is carried or the bridge is not known.
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
