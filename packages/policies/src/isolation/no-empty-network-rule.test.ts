// SPDX-License-Identifier: Apache-2.0
import { kinds } from '../resource/index.ts';
import { asValidation, unknownText } from '../test-pulumi-values.ts';
import { violationsOf } from '../test-violations.ts';
import { noEmptyNetworkRule } from './index.ts';

const policy = (spec: object) => ({
  type: kinds.networkPolicy,
  props: { metadata: { namespace: 'cluster-demo', name: 'walls' }, spec },
});
const peer = { podSelector: {} };

test('accepts rules with a peer or a port, and policies without rules', async () => {
  const good = policy({ ingress: [{ from: [peer] }], egress: [{ to: [peer] }, { ports: [{}] }] });
  expect(await violationsOf(noEmptyNetworkRule, [good])).toEqual([]);
  const none = policy({ podSelector: {}, policyTypes: ['Egress'] });
  expect(await violationsOf(noEmptyNetworkRule, [none])).toEqual([]);
});

test('accepts peers that a preview does not know yet', async () => {
  const props = asValidation(policy({ ingress: [{ from: unknownText }] }).props);
  expect(await violationsOf(noEmptyNetworkRule, [{ type: kinds.networkPolicy, props }])).toEqual(
    [],
  );
});

// Proves: cluster-networks.isolation
test('rejects every empty rule and names the policy, the direction and the position', async () => {
  const bad = policy({ ingress: [{ from: [peer] }, {}], egress: [{ to: [], ports: [] }] });
  expect(await violationsOf(noEmptyNetworkRule, [bad])).toEqual([
    'NetworkPolicy cluster-demo/walls: ingress[1] is empty, which allows all traffic; name its peers or ports, or remove it.',
    'NetworkPolicy cluster-demo/walls: egress[0] is empty, which allows all traffic; name its peers or ports, or remove it.',
  ]);
});

test("accepts the egress of Flux's own policy, and judges its ingress and other policies of the namespace", async () => {
  const flux = (name: string) => ({
    type: kinds.networkPolicy,
    props: { metadata: { namespace: 'flux-system', name }, spec: { egress: [{}], ingress: [{}] } },
  });
  expect(await violationsOf(noEmptyNetworkRule, [flux('allow-egress')])).toEqual([
    'NetworkPolicy flux-system/allow-egress: ingress[0] is empty, which allows all traffic; name its peers or ports, or remove it.',
  ]);
  expect(await violationsOf(noEmptyNetworkRule, [flux('other')])).toHaveLength(2);
});
