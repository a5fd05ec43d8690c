// SPDX-License-Identifier: Apache-2.0

import type { EquivalentMutant } from './equivalent-mutant.ts';
import { equivalentInUserClusters } from './equivalent-in-user-clusters.ts';

const leftOutBehind =
  'of the decisions in the table, those about such gates are left out by the filters behind it, too';

/**
 * Equivalent mutants, which count neither as killed nor as survived. A row that matches no mutant
 * is reported.
 */
export const equivalentMutants: readonly EquivalentMutant[] = [
  ...equivalentInUserClusters,
  {
    file: 'packages/kubevirt-stack/src/checks/repeated-names.ts',
    lineText: 'taken: readonly Named[] = [],',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no name, and every entry has one',
  },
  {
    file: 'packages/infra/src/cluster/check-cilium.ts',
    lineText:
      "const replaces = ['true', 'strict'].includes(cilium['kube-proxy-replacement'] ?? '');",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a setting that is not there is neither of two words, as any other text',
  },
  {
    file: 'packages/infra/src/cluster/check-requirements.ts',
    lineText: 'return bytes !== undefined && bytes < least.diskGB * 1e9;',
    was: 'bytes !== undefined',
    replacement: 'true',
    reason: 'no comparison with undefined is true',
  },
  {
    file: 'packages/infra/src/cluster/check-requirements.ts',
    lineText: "const newest = releases.at(-1)?.kubernetes.newest ?? '';",
    was: 'releases.at(-1)?.kubernetes',
    replacement: 'releases.at(-1).kubernetes',
    reason: 'the table of releases has rows',
  },
  {
    file: 'packages/infra/src/cluster/cluster-state.ts',
    lineText: "kubernetes: version?.gitVersion?.replace(/^v/, '').replace(/[-+].*/, ''),",
    was: '/^v/',
    replacement: '/v/',
    reason: 'numbers have no v, and what comes after them is cut off',
  },
  {
    file: 'packages/kubevirt-stack/src/release/foreign-objects.ts',
    lineText:
      'function foreignOwner({ annotations, labels, managedFields = [] }: Metadata): string | undefined {',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no manager, so it names none',
  },
  {
    file: 'packages/kubevirt-stack/src/tenants/check-cluster-defaults.ts',
    lineText: 'isolation?.customNetworkPolicies ?? [],',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'one entry alone has none before it that it could repeat',
  },
  {
    file: 'packages/kubevirt-stack/src/tenants/network-rules.ts',
    lineText: "{ name: 'bound', expression: boundRanges(given ?? []) },",
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text is bound to no cluster, and only VLANs that are count',
  },
  {
    file: 'packages/kubevirt-stack/src/tenants/network-rules.ts',
    lineText: "const [first = '', last = first] = String(id).split('-');",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'a text that is split has a first part',
  },
  {
    file: 'packages/kubevirt-stack/src/tenants/network-rules.ts',
    lineText: "({ boundTo = '' }) => clusterNamespace(boundTo),",
    was: "''",
    replacement: '"Stryker was here!"',
    reason: 'only VLANs that are bound to a cluster are left there',
  },
  {
    file: 'packages/kubevirt-stack/src/virtualization/check-virtualization.ts',
    lineText: 'return Array.isArray(value) ? value.length > 0 : value !== undefined;',
    was: 'value !== undefined',
    replacement: 'false',
    reason: 'all options that need a gate are lists, which are judged before',
  },
  {
    file: 'packages/kubevirt-stack/src/virtualization/check-virtualization.ts',
    lineText: 'const devices = permittedHostDevices?.pciHostDevices ?? [];',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'one entry alone has none before it that it could be compared with',
  },
  {
    file: 'packages/kubevirt-stack/src/virtualization/gate-needs.ts',
    lineText: "'pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go',",
    was: "'pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go'",
    replacement: '""',
    reason: 'where a fact is from: for readers, and in no object',
  },
  {
    file: 'packages/kubevirt-stack/src/virtualization/judge-gate.ts',
    lineText: 'gatesStillRead.some((one) => one.gate === gate && one.release === release)',
    was: 'gatesStillRead.some((one) => one.gate === gate && one.release === release)',
    replacement: 'gatesStillRead.every(one => one.gate === gate && one.release === release)',
    reason: 'the table has one row',
  },
  {
    file: 'packages/kubevirt-stack/src/virtualization/resolve-feature-gates.ts',
    lineText: 'const { gate, unlessMentioned = [], needsKubernetes } = decision;',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'no gate has that name',
  },
  {
    file: 'packages/kubevirt-stack/src/virtualization/resolve-feature-gates.ts',
    lineText:
      'if (entries.some((entry) => names.includes(entry.gate) || names.includes(entry.written))) {',
    was: 'names.includes(entry.gate) || names.includes(entry.written)',
    replacement: 'names.includes(entry.gate) && names.includes(entry.written)',
    reason: 'a decision names both names of a gate that has two',
  },
  ...[
    ["['absent', 'ga', 'noop']", '[]'] as const,
    ...(["'absent'", "'ga'", "'noop'"] as const).map((was) => [was, '""'] as const),
  ].map(([was, replacement]) => ({
    file: 'packages/kubevirt-stack/src/virtualization/resolve-feature-gates.ts',
    lineText:
      "({ gate }) => !['absent', 'ga', 'noop'].includes(gateStateOf(gate, release) ?? 'absent'),",
    was,
    replacement,
    reason: leftOutBehind,
  })),
  {
    file: 'packages/kubevirt-stack/src/virtualization/resolve-feature-gates.ts',
    lineText: 'const decisions = platformGates',
    was: `platformGates
    .filter((decision) => applies(decision, entries, kubernetes))
    .map((decision) => ({
      ...decision,
      gate: renamingOf(decision.gate, release)?.to ?? decision.gate,
    }))
    .filter(
      ({ gate }) => !['absent', 'ga', 'noop'].includes(gateStateOf(gate, release) ?? 'absent'),
    )`,
    replacement: `platformGates.filter(decision => applies(decision, entries, kubernetes)).map(decision => ({
  ...decision,
  gate: renamingOf(decision.gate, release)?.to ?? decision.gate
}))`,
    reason: leftOutBehind,
  },
  {
    file: 'packages/kubevirt-stack/src/machines/check-machines.ts',
    lineText: 'const { instancetypes = [], preferences = [] } = config;',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has none of the options of a size or preference, so no check objects to it',
  },
  {
    file: 'packages/kubevirt-stack/src/machines/render-preference.ts',
    lineText: '...(firmware !== undefined && firmwares[firmware]),',
    was: 'firmware !== undefined',
    replacement: 'true',
    reason: 'the table has no row for undefined, and spreading undefined adds nothing',
  },
  {
    file: 'packages/kubevirt-stack/src/network/check-address-pools.ts',
    lineText: "const reserved = listed(metallb.reserved ?? [], ['metallb', 'reserved']);",
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text that is no address reserves nothing',
  },
  {
    file: 'packages/kubevirt-stack/src/network/check-address-pools.ts',
    lineText: 'return length !== undefined && length < shortestPrefix(range)',
    was: 'length !== undefined',
    replacement: 'true',
    reason: 'no comparison with undefined is true',
  },
  {
    file: 'packages/kubevirt-stack/src/network/check-machine-networks.ts',
    lineText: '...(mtu !== undefined && (mtu < least || mtu > most)',
    was: 'mtu !== undefined',
    replacement: 'true',
    reason: 'no comparison with undefined is true',
  },
  {
    file: 'packages/kubevirt-stack/src/network/check-machine-networks.ts',
    lineText: "if (type !== 'vlan' || bridge === undefined || vlan === undefined) return [];",
    was: 'bridge === undefined',
    replacement: 'false',
    reason:
      'all bridges of infra have names, so none is found for undefined, and others are not judged',
  },
  {
    file: 'packages/kubevirt-stack/src/network/check-multus.ts',
    lineText: 'if (request === undefined || numberOf(request) <= numberOf(limit)) return [];',
    was: 'request === undefined',
    replacement: 'false',
    reason: 'only CPU and memory can have a limit, and both have a default request',
  },
  {
    file: 'packages/kubevirt-stack/src/network/check-network.ts',
    lineText:
      'export const checkNetwork = ((config: Config, { bridges = [], cluster }: CheckContext) => {',
    was: '[]',
    replacement: '["Stryker was here"]',
    reason: 'a text has no name, so no network is on it, as with no bridges at all',
  },
];
