// SPDX-License-Identifier: Apache-2.0
import { policyRefusals } from '@strata/testing/policy-refusals';
import { serviceRules } from './service-rules.ts';
import { renderTenantPolicy } from './tenant-rules.ts';

const rules = serviceRules([]);

/** The rule about node ports alone: the others read the namespace of the Service, too. */
const ofNodePorts = rules.validations.filter(({ expression }) =>
  expression.includes('variables.chosenPorts'),
);

const service = (spec: object) => ({ metadata: { name: 'a'.padEnd(32, '0') }, spec });

const refusals = (spec: object, before?: object) =>
  policyRefusals(renderTenantPolicy([{ ...rules, validations: ofNodePorts }]), {
    user: 'system:serviceaccount:cluster-demo:cloud-controller-manager',
    resource: 'services',
    namespace: 'cluster-demo',
    object: service(spec),
    ...(before !== undefined && { oldObject: service(before) }),
  });

const refusal = (ports: string) => [
  `the node ports 30000 to 30085 belong to the owner of the infra cluster, and so ${ports} does; leave healthCheckNodePort out, or take one above 30085`,
];

// Proves: cloud-controller.tenant-services
test.each([
  ['a chosen port for health checks', { healthCheckNodePort: 30_000 }, refusal('30000')],
  ['the last port of people', { healthCheckNodePort: 30_085 }, refusal('30085')],
  [
    'chosen ports for traffic',
    { ports: [{ port: 80, nodePort: 30_022 }, { port: 443, nodePort: 30_023 }, { port: 1 }] },
    refusal('30022, 30023'),
  ],
  [
    'ports that Kubernetes gives',
    { healthCheckNodePort: 30_086, ports: [{ nodePort: 32_767 }] },
    [],
  ],
  ['no node port', {}, []],
])('of a Service with %s', (_, spec, said) => {
  expect(refusals(spec)).toEqual(said);
});

test('a Service keeps the node ports that it had', () => {
  const before = { healthCheckNodePort: 30_010, ports: [{ nodePort: 30_011 }] };
  expect(refusals(before, before)).toEqual([]);
  expect(refusals({ ...before, healthCheckNodePort: 30_012 }, before)).toEqual(refusal('30012'));
});
