// SPDX-License-Identifier: Apache-2.0
import { networking } from '@pulumi/kubernetes';
import type { ResourceValidationArgs, ResourceValidationPolicy } from '@pulumi/policy';
import { networkPolicyNoEmptyRule } from './index.ts';

/** Everything the policy has to say about a NetworkPolicy. */
async function violationsOf(policy: ResourceValidationPolicy, spec: object): Promise<string[]> {
  const violations: string[] = [];
  const props = { metadata: { namespace: 'cluster-demo', name: 'walls' }, spec };
  const args = {
    type: 'kubernetes:networking.k8s.io/v1:NetworkPolicy',
    props,
    isType: (resourceClass: unknown) => resourceClass === networking.v1.NetworkPolicy,
    asType: () => props,
  } as unknown as ResourceValidationArgs;
  for (const validate of [policy.validateResource].flat()) {
    await validate?.call(undefined, args, (message) => violations.push(message));
  }
  return violations;
}

const peer = { podSelector: {} };

test('lets rules with a peer or a port pass, and policies without rules', async () => {
  expect(
    await violationsOf(networkPolicyNoEmptyRule, {
      podSelector: {},
      ingress: [{ from: [peer] }],
      egress: [{ to: [peer] }, { ports: [{ port: 53 }] }],
    }),
  ).toEqual([]);
  expect(
    await violationsOf(networkPolicyNoEmptyRule, { podSelector: {}, policyTypes: ['Egress'] }),
  ).toEqual([]);
});

test('refuses every empty rule, naming the policy, the direction and the position', async () => {
  expect(
    await violationsOf(networkPolicyNoEmptyRule, {
      podSelector: {},
      ingress: [{ from: [peer] }, {}],
      egress: [{ to: [], ports: [] }],
    }),
  ).toEqual([
    'NetworkPolicy cluster-demo/walls: ingress[1] is empty, which allows all traffic; name its peers or ports, or remove it.',
    'NetworkPolicy cluster-demo/walls: egress[0] is empty, which allows all traffic; name its peers or ports, or remove it.',
  ]);
});

test('stops the preview', () => {
  expect(networkPolicyNoEmptyRule.enforcementLevel).toBe('mandatory');
});
