// SPDX-License-Identifier: Apache-2.0
import { policyRefusals } from '@strata/testing/policy-refusals';
import { serviceRules } from './service-rules.ts';
import { renderTenantPolicy } from './tenant-rules.ts';

/**
 * Returns the policy with those rules alone that read such a variable: others read the namespace of the
 * Service, too.
 */
function policyOf(variable: string, allowed: readonly string[] = []) {
  const rules = serviceRules(allowed);
  const validations = rules.validations.filter(({ expression }) =>
    expression.includes(`variables.${variable}`),
  );
  return renderTenantPolicy([{ ...rules, validations }]);
}

const request = {
  user: 'system:serviceaccount:cluster-demo:cloud-controller-manager',
  resource: 'services',
  namespace: 'cluster-demo',
};

const service = (spec: object) => ({ metadata: { name: 'a'.padEnd(32, '0') }, spec });

const refusals = (spec: object, before?: object) =>
  policyRefusals(policyOf('chosenPorts'), {
    ...request,
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

test.each(['*', 'm*', 'metallb*'])(
  'no Service has a former key of MetalLB, even if the platform allows %s',
  (allowed) => {
    const annotated = (...keys: string[]) => ({
      metadata: {
        name: 'a'.padEnd(32, '0'),
        annotations: Object.fromEntries(keys.map((key) => [key, '192.0.2.7'])),
      },
      spec: {},
    });
    const said = (...keys: string[]) =>
      policyRefusals(policyOf('foreign', [allowed]), { ...request, object: annotated(...keys) });
    for (const key of ['loadBalancerIPs', 'address-pool', 'allow-shared-ip']) {
      expect(said(`metallb.universe.tf/${key}`)).toEqual([
        `the infra cluster takes no annotation metallb.universe.tf/${key} from Services of user clusters; leave it out, or ask the owner of the platform to list it in kubevirt-stack:tenants`,
      ]);
    }
    expect(said('metallb.io/loadBalancerIPs', 'metallb.io/address-pool')).toEqual([]);
  },
);

test('an allowed beginning of keys still lets other keys through', () => {
  const metadata = { name: 'a'.padEnd(32, '0'), annotations: { 'metal.example.org/team': 'shop' } };
  const object = { metadata, spec: {} };
  expect(policyRefusals(policyOf('foreign', ['m*']), { ...request, object })).toEqual([]);
});
