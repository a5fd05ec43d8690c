// SPDX-License-Identifier: Apache-2.0
import { labelKeys } from '@strata/contracts';
import { selects } from '@strata/network-policies';
import type { Policy, PolicyPod, PolicyWorld, Selector } from '@strata/network-policies';

type Spec = Policy['spec'];

/**
 * Keys by which pods are told apart here: each machine, and each program of the platform, either is
 * modelled with its label or has none. Upstream projects give their pods further labels, which change
 * between versions.
 */
const judgedKeys: ReadonlySet<string> = new Set([
  labelKeys.clusterName,
  labelKeys.role,
  labelKeys.component,
  'kubevirt.io',
  'cdi.kubevirt.io',
  'app.kubernetes.io/name',
  'k8s-app',
]);

/** Returns a selector without the conditions that nobody can judge, as if these were met. */
function judged({ matchExpressions = [], matchLabels = {} }: Selector): Selector {
  const labels = Object.entries(matchLabels).filter(([key]) => judgedKeys.has(key));
  return {
    matchLabels: Object.fromEntries(labels),
    matchExpressions: matchExpressions.filter(({ key }) => judgedKeys.has(key)),
  };
}

function judgedPeers<T extends { readonly podSelector?: Selector }>(peers: readonly T[]): T[] {
  return peers.map((peer) => {
    const { podSelector } = peer;
    return podSelector === undefined ? peer : { ...peer, podSelector: judged(podSelector) };
  });
}

/**
 * Returns a policy that takes every pod for one that has the labels that are asked for, where nobody knows
 * whether it has: it finds ways that perhaps do not exist, and misses none. That needs another policy that
 * denies everything, for a policy that selects more pods would also close these.
 */
export function withJudgedLabels({ egress, ingress, podSelector = {}, ...rest }: Spec): Spec {
  return {
    ...rest,
    podSelector: judged(podSelector),
    ...(ingress && {
      ingress: ingress.map(({ from, ...rule }) => ({
        ...rule,
        ...(from && { from: judgedPeers(from) }),
      })),
    }),
    ...(egress && {
      egress: egress.map(({ to, ...rule }) => ({ ...rule, ...(to && { to: judgedPeers(to) }) })),
    }),
  };
}

/** Returns the keys of labels that something must have to be selected. */
function neededKeys({ matchExpressions = [], matchLabels = {} }: Selector): string[] {
  const needed = matchExpressions.filter(({ operator }) => ['In', 'Exists'].includes(operator));
  return [...Object.keys(matchLabels), ...needed.map(({ key }) => key)];
}

/**
 * Returns the keys of labels by which policies open other namespaces to pods, and that no known namespace
 * has: anybody who may label a namespace can give it one.
 */
export function unjudgedNamespaceKeys(
  policies: readonly Pick<Policy, 'spec'>[],
  pods: readonly PolicyPod[],
  namespaces: PolicyWorld['namespaces'],
): string[] {
  const known = new Set(Object.values(namespaces).flatMap((labels) => Object.keys(labels)));
  const peers = policies
    .filter(({ spec }) => pods.some(({ labels }) => selects(spec.podSelector ?? {}, labels)))
    .flatMap(({ spec }) => (spec.egress ?? []).flatMap(({ to = [] }) => to));
  const keys = peers.flatMap(({ namespaceSelector }) => neededKeys(namespaceSelector ?? {}));
  return [...new Set(keys)].filter((key) => !known.has(key));
}
