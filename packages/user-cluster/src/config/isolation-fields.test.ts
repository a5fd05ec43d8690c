// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { isolation } from './isolation-fields.ts';

function inspect(value: unknown) {
  return inspectConfig(z.strictObject({ isolation: isolation.unwrap() }), {
    project: 'user-cluster',
    stack: 'sandbox.demo',
    values: { 'user-cluster:isolation': JSON.stringify(value) },
    secretKeys: [],
  });
}

const problemsOf = (...specs: unknown[]) =>
  inspect({ customNetworkPolicies: specs.map((spec) => ({ name: 'mine', spec })) }).problems.map(
    ({ path, message }) => `${path.slice(3).join('.')}: ${message}`,
  );

test('has no policies of its own by default', () => {
  expect(inspect({}).valid).toEqual({
    isolation: {
      registries: { ports: [80, 443] },
      restrictControllers: true,
      customNetworkPolicies: [],
    },
  });
});

test('registries are at addresses of IPv4, and sources at any', () => {
  const addresses = ['10.20.0.0/16', '2001:db8::/32', '10.20.0.1/16'];
  const { problems } = inspect({ registries: { addresses }, apiSources: ['2001:db8::/32'] });
  expect(problems.map(({ path, message }) => `${path.slice(1).join('.')}: ${message}`)).toEqual([
    'registries.addresses.1: expected a range of IPv4 addresses like "10.200.10.0/24", got "2001:db8::/32"',
    'registries.addresses.2: expected a range of IPv4 addresses like "10.200.10.0/24", got "10.20.0.1/16"',
  ]);
});

// Proves: cluster-networks.own-policies
test("accepts the policy from Kubermatic's example", () => {
  const ingress = [{ from: [{ ipBlock: { cidr: '10.200.10.0/24' } }] }];
  const policy = { name: 'allow-external-traffic', spec: { policyTypes: ['Ingress'], ingress } };
  const { problems, valid } = inspect({ customNetworkPolicies: [policy] });
  expect(problems).toEqual([]);
  expect(valid.isolation?.customNetworkPolicies).toEqual([
    {
      name: 'allow-external-traffic',
      spec: { podSelector: {}, policyTypes: ['Ingress'], ingress },
    },
  ]);
});

// Proves: cluster-networks.own-policies
test('says what is wrong with the indentation of their example', () => {
  expect(problemsOf({ ingress: [{ from: [{ ipBlock: null, cidr: '10.200.10.0/24' }] }] })).toEqual([
    'spec.ingress.0.from.0.ipBlock: expected a mapping with cidr, which stands one level deeper than ipBlock, got nothing',
    'spec.ingress.0.from.0.cidr: unknown key; belongs into isolation.customNetworkPolicies[0].spec.ingress[0].from[0].ipBlock',
  ]);
});

// Proves: cluster-networks.no-empty-rule
test('rejects rules that look empty but allow everything', () => {
  expect(
    problemsOf(
      { ingress: [{}], egress: [{}] },
      { ingress: [{ from: [] }], egress: [{ to: [], ports: [{ port: 53 }] }] },
      { egress: [{ to: [{}], ports: [] }] },
    ),
  ).toEqual([
    'spec.ingress.0: is empty, which allows all traffic; name its peers or ports, or remove the rule',
    'spec.egress.0: is empty, which allows all traffic; name its peers or ports, or remove the rule',
    'spec.ingress.0.from: expected a list of peers with something in it: an empty one means all of them; leave it out to say that, got a list',
    'spec.egress.0.to: expected a list of peers with something in it: an empty one means all of them; leave it out to say that, got a list',
    'spec.egress.0.to.0: names nobody; say podSelector, namespaceSelector or ipBlock',
    'spec.egress.0.ports: expected a list of ports with something in it: an empty one means all of them; leave it out to say that, got a list',
  ]);
});

test('rejects peers, ports and ranges that Kubernetes would reject or ignore', () => {
  expect(
    problemsOf(
      {
        policyTypes: ['Ingress'],
        egress: [{ ports: [{ port: 1 }] }],
        ingress: [
          { from: [{ podSelector: {}, ipBlock: { cidr: '10.0.0.0/8' } }] },
          { ports: [{ port: 30_000, endPort: 20_000 }, { port: 0 }] },
        ],
      },
      { ingress: [{ from: [{ ipBlock: { cidr: '10.0.0.1/8' } }] }] },
    ),
  ).toEqual([
    'spec.ingress.0.from.0: has ipBlock and a selector; make two peers of it',
    'spec.ingress.1.ports.0.endPort: expected a port of 30000 or more, which must be a number',
    'spec.ingress.1.ports.1.port: expected a port from 1 to 65535, or the name of one (a number without quotes; endPort for a range), got 0',
    'spec.ingress.0.from.0.ipBlock.cidr: expected a range of addresses like "10.200.10.0/24", got "10.0.0.1/8"',
  ]);
  expect(problemsOf({ policyTypes: ['Ingress'], egress: [{ ports: [{ port: 1 }] }] })).toEqual([
    'spec.egress: has rules that do nothing, for policyTypes does not say "Egress"',
  ]);
});

test('rejects selectors that the API server rejects', () => {
  const of = (requirement: object) => ({
    podSelector: { matchExpressions: [{ key: 'app', ...requirement }] },
  });
  expect(
    problemsOf(
      of({ operator: 'In' }),
      of({ operator: 'NotIn', values: [] }),
      of({ operator: 'Exists', values: ['a'] }),
      of({ operator: 'In', values: ['a'] }),
      of({ operator: 'DoesNotExist', values: [] }),
    ),
  ).toEqual([
    'spec.podSelector.matchExpressions.0.values: operator: In needs at least one value',
    'spec.podSelector.matchExpressions.0.values: operator: NotIn needs at least one value',
    'spec.podSelector.matchExpressions.0.values: operator: Exists takes no values; leave them out',
  ]);
});

test('rejects names of ports that the API server rejects', () => {
  const wrong = ['8080', '80-90', '--', '-a', 'a--b', 'a234567890123456'];
  const ports = [...wrong, 'https', '8080-tcp', 'a'].map((port) => ({ port }));
  expect(problemsOf({ ingress: [{ ports }] })).toEqual(
    wrong.map(
      (name, index) =>
        `spec.ingress.0.ports.${index}.port: expected a port from 1 to 65535, or the name of one (a number without quotes; endPort for a range), got "${name}"`,
    ),
  );
});

test('rejects empty lists of sources', () => {
  expect(inspect({ apiSources: [] }).problems).toEqual([
    {
      path: ['isolation', 'apiSources'],
      message: 'expected a list of ranges of addresses like "10.200.10.0/24", got a list',
    },
  ]);
});
