// SPDX-License-Identifier: Apache-2.0
import { evaluate } from './evaluate.ts';
import type { Connection, Policy, PolicyPeer, PolicyPod, PolicyPort } from './evaluate.ts';

/** Two namespaces, as in the examples of the Kubernetes documentation. */
const namespaces = {
  default: { 'kubernetes.io/metadata.name': 'default' },
  other: { 'kubernetes.io/metadata.name': 'other', project: 'myproject' },
};
const pod = (namespace: string, role: string, address: string): PolicyPod => ({
  namespace,
  labels: { role },
  address,
  ports: [{ name: 'web', protocol: 'TCP', port: 8080 }],
});
const db = pod('default', 'db', '172.17.0.10');
const frontend = pod('default', 'frontend', '172.17.0.11');
const stranger = pod('other', 'frontend', '172.17.1.12');

const isAllowed = (policies: readonly Policy['spec'][], connection: Partial<Connection> = {}) =>
  evaluate(
    { namespaces, policies: policies.map((spec) => ({ namespace: 'default', spec })) },
    { from: frontend, to: db, protocol: 'TCP', port: 6379, ...connection },
  ).allowed;

const fromPeers = (...from: PolicyPeer[]) => [
  { podSelector: { matchLabels: { role: 'db' } }, policyTypes: ['Ingress'], ingress: [{ from }] },
];
const withPorts = (...ports: PolicyPort[]) => [
  { podSelector: {}, policyTypes: ['Ingress'], ingress: [{ ports }] },
];

test('pods that no policy selects are not isolated', () => {
  expect(isAllowed([])).toBe(true);
  expect(
    isAllowed([{ podSelector: { matchLabels: { role: 'web' } }, policyTypes: ['Ingress'] }]),
  ).toBe(true);
  expect(isAllowed([{ podSelector: {}, policyTypes: ['Ingress'] }], { to: stranger })).toBe(true);
});

test('a policy without rules allows nothing, and an empty rule everything', () => {
  expect(isAllowed([{ podSelector: {}, policyTypes: ['Ingress'] }])).toBe(false);
  expect(isAllowed([{ podSelector: {}, policyTypes: ['Ingress'], ingress: [] }])).toBe(false);
  expect(isAllowed([{ podSelector: {}, policyTypes: ['Ingress'], ingress: [{}] }])).toBe(true);
  expect(
    isAllowed([{ podSelector: {}, policyTypes: ['Ingress'], ingress: [{ from: [], ports: [] }] }]),
  ).toBe(true);
});

test('a policy is for Ingress unless it names other types or has rules for Egress', () => {
  expect(isAllowed([{ podSelector: {} }])).toBe(false);
  expect(isAllowed([{ podSelector: {} }], { from: db, to: stranger })).toBe(true);
  const withEgress = { podSelector: {}, egress: [{ ports: [{ port: 53 }] }] };
  expect(isAllowed([withEgress], { from: db, to: stranger })).toBe(false);
  expect(isAllowed([withEgress], { from: db, to: stranger, port: 53 })).toBe(true);
});

test('both ends must allow a connection', () => {
  const world = {
    namespaces,
    policies: [
      { namespace: 'default', spec: { podSelector: {}, policyTypes: ['Ingress'], ingress: [{}] } },
      { namespace: 'other', spec: { podSelector: {}, policyTypes: ['Egress'] } },
    ],
  };
  expect(evaluate(world, { from: stranger, to: db, protocol: 'TCP', port: 80 })).toEqual({
    allowed: false,
    egress: false,
    ingress: true,
  });
});

test('policies are additive', () => {
  const deny = { podSelector: {}, policyTypes: ['Ingress'] };
  expect(isAllowed([deny, ...fromPeers({ podSelector: {} })])).toBe(true);
});

test("a pod selector applies to the policy's namespace, a namespace selector to all pods there", () => {
  const frontends = { podSelector: { matchLabels: { role: 'frontend' } } };
  expect(isAllowed(fromPeers(frontends))).toBe(true);
  expect(isAllowed(fromPeers(frontends), { from: stranger })).toBe(false);
  const project = { namespaceSelector: { matchLabels: { project: 'myproject' } } };
  expect(isAllowed(fromPeers(project), { from: stranger })).toBe(true);
  expect(isAllowed(fromPeers(project))).toBe(false);
  expect(isAllowed(fromPeers({ namespaceSelector: {} }), { from: stranger })).toBe(true);
});

test('both selectors in one peer must match, but only one of two peers', () => {
  const project = { namespaceSelector: { matchLabels: { project: 'myproject' } } };
  const webs = { podSelector: { matchLabels: { role: 'web' } } };
  expect(isAllowed(fromPeers({ ...project, ...webs }), { from: stranger })).toBe(false);
  expect(isAllowed(fromPeers(project, webs), { from: stranger })).toBe(true);
});

test('an ipBlock matches addresses of pods and of others, without its exceptions', () => {
  const block = { ipBlock: { cidr: '172.17.0.0/16', except: ['172.17.1.0/24'] } };
  expect(isAllowed(fromPeers(block))).toBe(true);
  expect(isAllowed(fromPeers(block), { from: '172.17.0.200' })).toBe(true);
  expect(isAllowed(fromPeers(block), { from: stranger })).toBe(false);
  expect(isAllowed(fromPeers(block), { from: '172.18.0.1' })).toBe(false);
  expect(isAllowed(fromPeers({ ipBlock: { cidr: '::/0' } }))).toBe(false);
  expect(isAllowed(fromPeers({ ipBlock: { cidr: 'fd00::/8' } }), { from: 'fd00::1' })).toBe(true);
});

test('an address that is no pod matches no selector', () => {
  expect(isAllowed(fromPeers({ podSelector: {} }), { from: '172.17.0.200' })).toBe(false);
  expect(isAllowed(fromPeers({ namespaceSelector: {} }), { from: '172.17.0.200' })).toBe(false);
});

test.each([
  ['one port', { port: 6379 }, {}, true],
  ['another port', { port: 6380 }, {}, false],
  ['TCP unless it says so', { port: 6379 }, { protocol: 'UDP' }, false],
  ['a protocol', { protocol: 'UDP', port: 6379 }, { protocol: 'UDP' }, true],
  ['all ports of a protocol', { protocol: 'TCP' }, {}, true],
  ['the last of a range', { port: 6000, endPort: 6379 }, {}, true],
  ['the first of a range', { port: 6379, endPort: 7000 }, {}, true],
  ['beyond a range', { port: 6000, endPort: 6378 }, {}, false],
  ['a name', { port: 'web' }, { port: 8080 }, true],
  ['a name of another port', { port: 'web' }, {}, false],
  ['a name of another protocol', { protocol: 'UDP', port: 'web' }, { port: 8080 }, false],
] as const)('matches ports: %s', (_, port, change, expected) => {
  expect(isAllowed(withPorts(port), change)).toBe(expected);
});

test.each([
  ['In', ['db', 'web'], false],
  ['In', ['frontend'], true],
  ['NotIn', ['frontend'], false],
  ['NotIn', ['db'], true],
  ['Exists', undefined, true],
  ['DoesNotExist', undefined, false],
])('matches the role with %s %j', (operator, values, expected) => {
  const expression = { key: 'role', operator, ...(values === undefined ? {} : { values }) };
  expect(isAllowed(fromPeers({ podSelector: { matchExpressions: [expression] } }))).toBe(expected);
});

test('NotIn also selects pods without the label', () => {
  const bare = { ...frontend, labels: {} };
  const notIn = { key: 'role', operator: 'NotIn', values: ['db'] };
  expect(isAllowed(fromPeers({ podSelector: { matchExpressions: [notIn] } }), { from: bare })).toBe(
    true,
  );
});

test('a pod always reaches itself', () => {
  const deny = { podSelector: {}, policyTypes: ['Ingress', 'Egress'] };
  expect(isAllowed([deny], { from: db })).toBe(true);
});

test('the node of a pod reaches it, and is reached by it, whatever policies say; other nodes are not', () => {
  const deny = { podSelector: {}, policyTypes: ['Ingress', 'Egress'] };
  const [own, another] = ['192.0.2.7', '192.0.2.8'];
  const placed = { ...db, nodeAddresses: [own, 'fd00::7'] };
  const ends = (node: string) => [
    { from: node, to: placed },
    { from: placed, to: node },
    // A pod in the node's own network has the node's address.
    { from: placed, to: pod('other', 'agent', node) },
  ];
  expect(ends(own).map((connection) => isAllowed([deny], connection))).toEqual([true, true, true]);
  expect(ends('fd00::7').every((connection) => isAllowed([deny], connection))).toBe(true);
  expect(ends(another).map((connection) => isAllowed([deny], connection))).toEqual([
    false,
    false,
    false,
  ]);
  // Its node is not known.
  expect(isAllowed([deny], { from: own, to: db })).toBe(false);
});

test('rejects an operator that Kubernetes does not know', () => {
  const expression = { key: 'role', operator: 'Like' };
  const peer = { podSelector: { matchExpressions: [expression] } };
  expect(() => isAllowed(fromPeers(peer))).toThrow('unknown operator "Like"');
});
