// SPDX-License-Identifier: Apache-2.0
import { checkAnnouncingHosts } from './announcing-hosts.ts';
import { checkCarriedVlans } from './carried-vlans.ts';
import { checkDnsServers } from './dns-servers.ts';
import { readEnvironment } from './environment-files.ts';
import type { EnvironmentFiles } from './environment-files.ts';
import { checkGivenVlans } from './given-vlans.ts';
import { checkLimits } from './plan-limits.ts';
import type { PlanProblem } from './plan-problem.ts';
import { checkRanges } from './range-claims.ts';
import { checkSilentInterfaces } from './silent-interfaces.ts';
import { checkSingles } from './single-claims.ts';

/**
 * Reports everything that the files of all environments use twice, or outside of what their address
 * plans offer: ranges of addresses, single addresses, VLANs, ports, MTUs.
 *
 * Environments whose plans name the same `site` are compared with each other.
 */
export function checkAddressPlans(all: readonly EnvironmentFiles[]): readonly PlanProblem[] {
  const read = all.map(readEnvironment);
  const environments = read.map(({ environment }) => environment);
  // Without a plan an environment counts as one of the default site.
  const sites = Map.groupBy(environments, ({ plan }) => plan?.site ?? 'default');
  return [
    ...read.flatMap(({ problems }) => problems),
    ...[...sites.values()].flatMap((site) => [
      ...checkRanges(site),
      ...checkSingles(site),
      ...checkDnsServers(site),
    ]),
    ...environments.flatMap(checkLimits),
    ...environments.flatMap(checkCarriedVlans),
    ...environments.flatMap(checkGivenVlans),
    ...environments.flatMap(checkAnnouncingHosts),
    ...environments.flatMap(checkSilentInterfaces),
  ];
}
