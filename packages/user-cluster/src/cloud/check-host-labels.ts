// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check } from '../checks/check-context.ts';
import { allMachines } from '../machines/index.ts';

/** Labels that cannot be copied from hosts to nodes. */
interface ForeignLabels {
  /** Prefixes of their keys, with all subdomains. */
  readonly domains: readonly string[];
  /** Prefixes among them that may be copied all the same, with all subdomains. */
  readonly but: readonly string[];
  readonly why: string;
}

const foreignLabels: readonly ForeignLabels[] = [
  {
    domains: ['kubernetes.io', 'k8s.io'],
    // Labels that Node Feature Discovery writes on hosts.
    // https://github.com/kubernetes-sigs/node-feature-discovery/blob/v0.18.0/docs/usage/features.md
    but: ['feature.node.kubernetes.io'],
    why: 'Kubernetes itself writes labels of kubernetes.io and k8s.io on nodes (cloud.zones copies region and zone)',
  },
  {
    domains: ['kubevirt.io', 'strata.dev'],
    but: [],
    why: 'labels of kubevirt.io and strata.dev say what a host is for, and mean something else on nodes',
  },
];

function refusal(key: string): string | undefined {
  const [prefix = '', name] = key.split('/');
  if (name === undefined) return undefined;
  const isWithin = (domains: readonly string[]) =>
    domains.some((domain) => prefix === domain || prefix.endsWith(`.${domain}`));
  return foreignLabels.find(({ domains, but }) => isWithin(domains) && !isWithin(but))?.why;
}

/**
 * Returns the problems of `cloud.hostLabels`: labels that somebody else writes on nodes, and
 * repetitions.
 */
export const checkHostLabels: Check = ({ config }) => {
  const keys = config.cloud?.hostLabels ?? [];
  const path = ['cloud', 'hostLabels'];
  return [
    ...keys.flatMap((key, index): Problem[] => {
      const why = refusal(key);
      if (why !== undefined) {
        return [{ path: [...path, index], message: `"${key}" cannot be copied: ${why}` }];
      }
      if (keys.indexOf(key) === index) return [];
      return [{ path: [...path, index], message: `"${key}" is in the list already` }];
    }),
    ...allMachines(config).flatMap(({ path: group, title, machine }) =>
      Object.keys(machine.labels)
        .filter((key) => keys.includes(key))
        .map((key) => ({
          path: [...group, 'labels', key],
          message: `${title} cannot have a label "${key}" of its own: cloud.hostLabels replaces it with that of the host; remove one of the two`,
        })),
    ),
  ];
};
