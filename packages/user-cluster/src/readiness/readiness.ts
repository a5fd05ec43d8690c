// SPDX-License-Identifier: Apache-2.0
import { ApiClient, ApiError, readKubeconfig } from '@strata/cluster-client';
import { oneLine } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { findBlockingBudgets } from './blocking-budgets.ts';
import { findChangedCoreDns } from './core-dns.ts';
import { findDeprecatedUses } from './deprecated-uses.ts';
import { findFailingWebhooks } from './failing-webhooks.ts';
import type { Finding } from './finding.ts';
import { findNodeSkew } from './node-skew.ts';
import { rollingMachines } from './rolling-machines.ts';
import type { UpcomingRoll } from './upcoming-roll.ts';

/** Message of a preview about a roll. */
export interface ReadinessMessage {
  readonly severity: 'info' | 'warn';
  readonly text: string;
}

/** Seconds for an answer: a preview does not wait long for a cluster that is away. */
const answerSeconds = 10;

function titleOf({ isAsleep, leaving = {}, pools, update, waking = [] }: UpcomingRoll): string {
  const fewer = Object.keys(leaving);
  const parts = [
    update && `Kubernetes ${update.from} -> ${update.to}`,
    pools.length > 0 && `the roll of ${pools.join(', ')}`,
    fewer.length > 0 && `the removal of machines of ${fewer.join(', ')}`,
    waking.length > 0 && `the first machines of ${waking.join(', ')}`,
  ].filter((part) => part !== undefined && part !== false);
  return parts.length === 0 && isAsleep === true
    ? 'updates while no pool has a machine'
    : parts.join(' and ');
}

async function findings(
  api: ApiClient,
  { controlPlane, pools }: Pick<ClusterContext['config'], 'controlPlane' | 'pools'>,
  roll: UpcomingRoll,
): Promise<Finding[]> {
  const { isAsleep, leaving, update, waking } = roll;
  const machines = rollingMachines(pools, roll);
  const goes = roll.pools.length > 0 || leaving !== undefined;
  const all = [
    ...(update === undefined
      ? []
      : [
          findDeprecatedUses(api, update.to, controlPlane.replicas),
          findNodeSkew(api, update.to),
          findChangedCoreDns(api, update.to),
        ]),
    ...(goes ? [findBlockingBudgets(api, machines)] : []),
    ...(goes || waking !== undefined || isAsleep === true
      ? [findFailingWebhooks(api, machines)]
      : []),
  ];
  return (await Promise.all(all)).flat();
}

/**
 * Asks a user cluster what stands in the way of a roll.
 *
 * @param kubeconfig - of an administrator of the user cluster.
 * @returns one message, also where the cluster does not answer: a preview goes on.
 */
export async function readinessOf(
  kubeconfig: string,
  config: ClusterContext['config'],
  roll: UpcomingRoll,
): Promise<ReadinessMessage> {
  const title = titleOf(roll);
  const api = new ApiClient(await readKubeconfig(kubeconfig), { seconds: answerSeconds });
  try {
    const found = await findings(api, config, roll);
    if (found.length === 0) {
      return {
        severity: 'info',
        text: `Ready for ${title}: the cluster was asked, and nothing stands in the way.`,
      };
    }
    const isBlocked = found.some(({ weight }) => weight === 'blocks');
    const lines = found
      .toSorted((one, other) => one.weight.localeCompare(other.weight))
      .map(({ text, weight }) => `${weight === 'later' ? 'later: ' : ''}${oneLine(text)}`);
    const head = isBlocked ? `Before ${title}, look at` : `Ready for ${title}; seen for later`;
    return { severity: isBlocked ? 'warn' : 'info', text: [`${head}:`, ...lines].join('\n  ') };
  } catch (error) {
    // Whoever is root on the control plane answers as they like.
    const why =
      error instanceof ApiError
        ? error.message
        : `${api.server}: it does not answer as an API server does`;
    return {
      severity: 'warn',
      text: `Whether the cluster is ready for ${title} is not known: ${why}`,
    };
  }
}
