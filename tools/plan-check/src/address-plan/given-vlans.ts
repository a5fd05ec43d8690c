// SPDX-License-Identifier: Apache-2.0
import { tenantVlans, vlanRefusals } from '@strata/contracts';
import type { VlanPromises } from '@strata/contracts';
import { clusterPath, platformPath, readEnvironment } from './environment-files.ts';
import type { EnvironmentFiles, PlannedEnvironment } from './environment-files.ts';
import type { PlanProblem } from './plan-problem.ts';

function plannedVlans({
  infra,
  platform,
}: Pick<PlannedEnvironment, 'infra' | 'platform'>): VlanPromises | undefined {
  const { networks, tenants } = platform ?? {};
  if (networks === undefined || tenants === undefined) return undefined;
  const bridges = infra?.bridges ?? [];
  const open = networks.filter(({ use }) => use !== 'migration');
  return { ...tenantVlans(networks, tenants.vlans, bridges), open, bridges };
}

/**
 * Returns the facts about VLANs of user clusters that the files of an environment contain.
 *
 * @returns undefined when the platform's file is missing, or its networks or tenants are wrong.
 */
export function vlanPromises(files: EnvironmentFiles): VlanPromises | undefined {
  return plannedVlans(readEnvironment(files).environment);
}

/**
 * VLANs of user clusters that the platform gives to others or to nobody, or that a network of it has
 * somewhere else: on the same bridge, they are two of which only one may be.
 */
export function checkGivenVlans(environment: PlannedEnvironment): PlanProblem[] {
  const { clusters, platform, platformFile } = environment;
  const promises = plannedVlans(environment);
  if (promises === undefined) return [];
  const at = (...path: readonly PropertyKey[]) => ({
    file: platformFile,
    path: platformPath(...path),
  });
  return clusters.flatMap(({ config, file, name }) =>
    (config.network?.vlans ?? []).flatMap((own, index): PlanProblem[] => {
      const place = { file, path: clusterPath('network', 'vlans', index, 'vlan') };
      const { taken, ungiven } = vlanRefusals(promises, name, own);
      const isSaid = platform?.networks?.some(
        ({ bridge, vlan }) => bridge === own.bridge && vlan === own.vlan,
      );
      return [
        ...(taken === undefined || isSaid === true
          ? []
          : [{ ...place, message: taken, other: at('networks') }]),
        ...(ungiven === undefined
          ? []
          : [{ ...place, message: ungiven, other: at('tenants', 'vlans') }]),
      ];
    }),
  );
}
