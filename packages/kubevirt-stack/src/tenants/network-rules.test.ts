// SPDX-License-Identifier: Apache-2.0
import { renderAttachment, vlanAttachment } from '@strata/contracts';
import { definitionRules, networkOfPod, podRules } from './network-rules.ts';
import { serviceRules } from './service-rules.ts';

// The expressions are tried on a real API server, by e2e/src/24-tenant-networks.test.ts.

const own = {
  cniVersion: '0.3.1',
  name: 'own',
  type: 'bridge',
  bridge: 'br1',
  vlan: 200,
  preserveDefaultVlan: false,
  macspoofchk: true,
  disableContainerInterface: true,
  ipam: {},
};
const text = (config: object) => JSON.stringify(config);
const isWritten = (config: string) => new RegExp(vlanAttachment.text).test(config);

const withMtu = (mtu: number) =>
  renderAttachment({ name: 'own', type: 'vlan', bridge: 'br1', vlan: 200, mtu });

test.each([1280, 1299, 1300, 1500, 2000, 9216, 65_535])('a VLAN may have the MTU %j', (mtu) => {
  expect(isWritten(withMtu(mtu))).toBe(true);
});

// Proves: networks.vlan-per-cluster
test('the text that Strata writes for a VLAN passes', () => {
  expect(isWritten(text(own))).toBe(true);
  const written = renderAttachment({ name: 'own', type: 'vlan', bridge: 'br1', vlan: 200 });
  expect(written).toBe(text(own));
});

// Proves: networks.vlan-per-cluster
test.each([
  ['nothing, for which Multus looks into the files of the host', ''],
  ['a card of the host', text({ ...own, type: 'host-device', device: 'eth0' })],
  ['another plugin on the card of the host', text({ ...own, type: 'macvlan', master: 'eth0' })],
  ['all that is untagged', text({ ...own, vlan: undefined })],
  ['VLAN 0', text({ ...own, vlan: 0 })],
  ['a VLAN that is a text', text({ ...own, vlan: '200' })],
  ['what is untagged as well', text({ ...own, preserveDefaultVlan: true })],
  [
    'the default of the plugin, which is the same',
    text({ ...own, preserveDefaultVlan: undefined }),
  ],
  ['a trunk', text({ ...own, vlanTrunk: [{ minID: 1, maxID: 4094 }] })],
  ['an address of the host', text({ ...own, isGateway: true })],
  ['addresses', text({ ...own, ipam: { type: 'host-local', subnet: '10.0.0.0/8' } })],
  ['a list of plugins', text({ cniVersion: '0.3.1', name: 'own', plugins: [own] })],
  ['a second VLAN behind the first', text(own).replace('"vlan":200', '"vlan":200,"vlan":7')],
  ['a key in capitals, which Go reads, too', text(own).replace('"vlan"', '"VLAN"')],
  ['a key that is escaped', text(own).replace('"vlan"', String.raw`"vl\u0061n"`)],
  ['a second line', `${text(own)}\n{}`],
  ['a line feed at the end', `${text(own)}\n`],
  ['spaces', JSON.stringify(own, null, 2)],
  ['an MTU too small for IPv6', withMtu(1279)],
])('the text of %s does not pass', (_, config) => {
  expect(isWritten(config)).toBe(false);
});

const expressionsOf = (...args: Parameters<typeof definitionRules>) => {
  const { validations, variables } = definitionRules(...args);
  return {
    variables: Object.fromEntries(variables.map(({ name, expression }) => [name, expression])),
    messages: validations.map(({ messageExpression }) => messageExpression),
    expressions: validations.map(({ expression }) => expression),
  };
};

test('VLANs of bridges are lists of first and last, those of one cluster apart', () => {
  const given = [
    { bridge: 'br1', ids: [400, '410-449'] },
    { bridge: 'br2', ids: ['2-4094'] },
    { bridge: 'br1', ids: ['500-549'] },
    { bridge: 'br1', ids: [410], boundTo: 'shop' },
    { bridge: 'br2', ids: [7], boundTo: 'bank' },
  ];
  const { variables, expressions } = expressionsOf({ given, taken: [{ name: 'moves', vlan: 7 }] });
  expect(variables.open).toBe("{'br1': [[400, 400], [410, 449], [500, 549]], 'br2': [[2, 4094]]}");
  expect(variables.bound).toBe(
    "{'cluster-shop': {'br1': [[410, 410]]}, 'cluster-bank': {'br2': [[7, 7]]}}",
  );
  expect(expressions).toHaveLength(4);
  expect(expressions[2]).toContain('!(variables.vlan in [7])');
});

/** @see https://github.com/google/cel-spec/blob/v0.24.0/doc/langdef.md RESERVED */
const reserved = [
  'as',
  'break',
  'const',
  'continue',
  'else',
  'for',
  'function',
  'if',
  'import',
  'let',
  'loop',
  'namespace',
  'package',
  'return',
  'var',
  'void',
  'while',
];

test('no name of a macro is a reserved word of CEL', () => {
  const all = [definitionRules({ given: [], taken: [] }), podRules(), serviceRules([])].flatMap(
    ({ variables, validations }) => [...variables, ...validations],
  );
  const names = all.flatMap(({ expression }) =>
    [...expression.matchAll(/\.(?:exists|all|filter|map)\((\w+),/g)].map(([, name]) => name),
  );
  expect(names).toContain('owner');
  expect(names.filter((name) => reserved.includes(name ?? ''))).toEqual([]);
});

test('where nobody has given VLANs, every bridge passes', () => {
  expect(expressionsOf({ taken: [] }).expressions).toHaveLength(3);
});

test('every refusal has words of its own', () => {
  const { messages } = expressionsOf({ given: [], taken: [] });
  expect(new Set(messages).size).toBe(4);
});

test('definitions are judged whoever writes them, and never when they are deleted', () => {
  const { operations, asked } = definitionRules({ taken: [] });
  expect([operations, asked.expression]).toEqual([['CREATE', 'UPDATE'], 'true']);
});

/** The regular expression of one network, for the namespace of a cluster. */
const one = `${networkOfPod.before}cluster-demo|platform-networks${networkOfPod.after}`;
const mayPass = (networks: string) => new RegExp(String.raw`^\[(${one},)*${one}\]$`).test(networks);

// Proves: networks.vlan-per-cluster
test.each([
  ['[{"name":"own","namespace":"cluster-demo","interface":"pod37a8eec1ce1"}]', true],
  [
    '[{"name":"own","namespace":"cluster-demo","mac":"02:00:00:00:00:AA","interface":"net1"},' +
      '{"name":"storage","namespace":"platform-networks","interface":"net2"}]',
    true,
  ],
  ['[{"name":"own","namespace":"cluster-other"}]', false],
  ['[{"name":"moves","namespace":"kubevirt"}]', false],
  ['cluster-other/own', false],
  ['own', false],
  ['[{"name":"own","namespace":"cluster-demo","Namespace":"cluster-other"}]', false],
  ['[{"name":"own","namespace":"cluster-demo","namespace":"cluster-other"}]', false],
  ['[{"name":"own"}]', false],
  ['[{"name":"own","namespace":"cluster-demo"},cluster-other/own]', false],
  ['[]', false],
])('of the networks %s of a pod, it says %s', (networks, passes) => {
  expect(mayPass(networks)).toBe(passes);
});

test('the networks of a pod are asked about by that expression', () => {
  const { variables, validations, asked } = podRules();
  expect(variables).toEqual([
    {
      name: 'network',
      expression: String.raw`'\\{"name":"[a-z0-9-]{1,63}","namespace":"(' + request.namespace + '|platform-networks)"(,"mac":"[0-9A-Fa-f:]{17}")?(,"interface":"[a-z0-9]{1,15}")?\\}'`,
    },
  ]);
  expect(validations[1]?.expression).toContain(
    String.raw`.matches('^\\[(' + variables.network + ',)*' + variables.network + '\\]$')`,
  );
  expect(asked.expression).toBe(
    "has(object.metadata.annotations) && ('k8s.v1.cni.cncf.io/networks' in object.metadata.annotations || 'v1.multus-cni.io/default-network' in object.metadata.annotations) || (has(dyn(object).spec.priority) && dyn(object).spec.priority >= 1000000000)",
  );
});
