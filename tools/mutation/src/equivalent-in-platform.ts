// SPDX-License-Identifier: Apache-2.0
import { equivalentInMonitoring } from './equivalent-in-monitoring.ts';
import { type EquivalentMutant, filledList, filledText } from './equivalent-mutant.ts';

const of = (name: string) => `packages/kubevirt-stack/src/${name}`;

const leftOutBehind =
  'of the decisions in the table, those about such gates are left out by the filters behind it, too';

/** Equivalent mutants of the platform. */
export const equivalentInPlatform: readonly EquivalentMutant[] = [
  ...equivalentInMonitoring,
  filledList(
    of('checks/repeated-names.ts'),
    'taken: readonly Named[] = [],',
    'a text has no name, and every entry has one',
  ),
  filledList(
    of('release/foreign-objects.ts'),
    'function foreignOwner({ annotations, labels, managedFields = [] }: Metadata): string | undefined {',
    'a text has no manager, so it names none',
  ),
  filledList(
    of('tenants/check-cluster-defaults.ts'),
    'isolation?.customNetworkPolicies ?? [],',
    'one entry alone has none before it that it could repeat',
  ),
  filledList(
    of('tenants/network-rules.ts'),
    "{ name: 'bound', expression: boundRanges(given ?? []) },",
    'a text is bound to no cluster, and only VLANs that are count',
  ),
  filledText(
    of('tenants/network-rules.ts'),
    "const [first = '', last = first] = String(id).split('-');",
    'a text that is split has a first part',
  ),
  filledText(
    of('tenants/network-rules.ts'),
    "({ boundTo = '' }) => clusterNamespace(boundTo),",
    'only VLANs that are bound to a cluster are left there',
  ),
  {
    file: of('virtualization/check-virtualization.ts'),
    lineText: 'return Array.isArray(value) ? value.length > 0 : value !== undefined;',
    was: 'value !== undefined',
    replacement: 'false',
    reason: 'all options that need a gate are lists, which are judged before',
  },
  filledList(
    of('virtualization/check-virtualization.ts'),
    'const devices = permittedHostDevices?.pciHostDevices ?? [];',
    'one entry alone has none before it that it could be compared with',
  ),
  {
    file: of('virtualization/judge-gate.ts'),
    lineText: 'gatesStillRead.some((one) => one.gate === gate && one.release === release)',
    was: 'gatesStillRead.some((one) => one.gate === gate && one.release === release)',
    replacement: 'gatesStillRead.every(one => one.gate === gate && one.release === release)',
    reason: 'the table has one row',
  },
  filledList(
    of('virtualization/resolve-feature-gates.ts'),
    'const { gate, unlessMentioned = [], needsKubernetes } = decision;',
    'no gate has that name',
  ),
  {
    file: of('virtualization/resolve-feature-gates.ts'),
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
    file: of('virtualization/resolve-feature-gates.ts'),
    lineText:
      "({ gate }) => !['absent', 'ga', 'noop'].includes(gateStateOf(gate, release) ?? 'absent'),",
    was,
    replacement,
    reason: leftOutBehind,
  })),
  {
    file: of('virtualization/resolve-feature-gates.ts'),
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
  filledList(
    of('machines/check-machines.ts'),
    'const { instancetypes = [], preferences = [] } = config;',
    'a text has none of the options of a size or preference, so no check objects to it',
  ),
  {
    file: of('machines/render-preference.ts'),
    lineText: '...(firmware !== undefined && firmwares[firmware]),',
    was: 'firmware !== undefined',
    replacement: 'true',
    reason: 'the table has no row for undefined, and spreading undefined adds nothing',
  },
  filledList(
    of('network/check-address-pools.ts'),
    "const reserved = listed(metallb.reserved ?? [], ['metallb', 'reserved']);",
    'a text that is no address reserves nothing',
  ),
  {
    file: of('network/check-address-pools.ts'),
    lineText: 'return length !== undefined && length < shortestPrefix(range)',
    was: 'length !== undefined',
    replacement: 'true',
    reason: 'no comparison with undefined is true',
  },
  {
    file: of('network/check-machine-networks.ts'),
    lineText: '...(mtu !== undefined && (mtu < least || mtu > most)',
    was: 'mtu !== undefined',
    replacement: 'true',
    reason: 'no comparison with undefined is true',
  },
  {
    file: of('network/check-machine-networks.ts'),
    lineText: "if (type !== 'vlan' || bridge === undefined || vlan === undefined) return [];",
    was: 'bridge === undefined',
    replacement: 'false',
    reason:
      'all bridges of infra have names, so none is found for undefined, and others are not judged',
  },
  {
    file: of('network/check-multus.ts'),
    lineText: 'if (request === undefined || numberOf(request) <= numberOf(limit)) return [];',
    was: 'request === undefined',
    replacement: 'false',
    reason: 'only CPU and memory can have a limit, and both have a default request',
  },
  filledList(
    of('network/check-network.ts'),
    '...checkMachineNetworks(networks, infra?.bridges ?? []),',
    'a text has no name, so no network is on it, as with no bridges at all',
  ),
  {
    file: of('images/cdi-feature-gates.ts'),
    lineText: 'const doc = (page: string) =>',
    was: `(page: string) =>
  \`https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/\${page}.md\``,
    replacement: '() => undefined',
    reason: 'where facts are from: for readers, and in no object',
  },
  {
    file: of('images/cdi-feature-gates.ts'),
    lineText:
      '`https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/${page}.md`;',
    was: '`https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/doc/${page}.md`',
    replacement: '``',
    reason: 'where facts are from: for readers, and in no object',
  },
  filledList(
    of('images/check-cdi.ts'),
    '...(config.storageProfiles ?? []).map(({ storageClass }, index) => ({',
    'a text names no StorageClass',
  ),
  filledList(
    of('images/check-cdi.ts'),
    '...checkStorageProfiles(config.storageProfiles ?? [], cluster),',
    'a text is the profile of no StorageClass, and has no option that could be wrong',
  ),
  filledText(
    of('images/check-golden-images.ts'),
    "const [reference = '', digest] = registry.split('@');",
    'a text that is split has a first part',
  ),
  filledList(
    of('images/image-catalogue.ts'),
    'const { storage, cluster, override, profiles = [] } = facts;',
    'a text is the profile of no StorageClass',
  ),
  filledList(
    of('images/image-schedule.ts'),
    "{ name: 'minute', least: 0, most: 59, words: [] },",
    'no part of a schedule has spaces',
  ),
  filledList(
    of('images/image-schedule.ts'),
    "{ name: 'hour', least: 0, most: 23, words: [] },",
    'no part of a schedule has spaces',
  ),
  filledList(
    of('images/image-schedule.ts'),
    "{ name: 'day of the month', least: 1, most: 31, words: [] },",
    'no part of a schedule has spaces',
  ),
  filledText(
    of('images/image-schedule.ts'),
    "const [range = '', step, ...more] = part.split('/');",
    'a text that is split has a first part',
  ),
  filledText(
    of('images/image-schedule.ts'),
    "(parts[index] ?? '').split(',').some((part) => !isPart(part, cronField)),",
    'there are as many parts as fields, which is looked at before',
  ),
  {
    file: of('images/source-format.ts'),
    lineText:
      'if (provisioner === undefined || snapshotClassesOf(cluster, provisioner).length === 0)',
    was: 'provisioner === undefined',
    replacement: 'false',
    reason: 'no VolumeSnapshotClass is without a driver',
  },
  {
    file: of('config/monitoring-fields.ts'),
    lineText: "className: text('the name of a StorageClass').optional(),",
    was: "'the name of a StorageClass'",
    replacement: '""',
    reason: 'the choice between none and a volume has words of its own for all that is wrong in it',
  },
  {
    file: of('config/monitoring-fields.ts'),
    lineText: "'a mapping with className and sizeGiB',",
    was: "'a mapping with className and sizeGiB'",
    replacement: '""',
    reason: 'the choice between none and a volume has words of its own for all that is wrong in it',
  },
  {
    file: of('config/metallb-fields.ts'),
    lineText: "z.stringFormat('address', (address) => ipVersion(address) === 4),",
    was: "'address'",
    replacement: '""',
    reason: 'the name of a format is in no message: tools that make examples read it',
  },
];
