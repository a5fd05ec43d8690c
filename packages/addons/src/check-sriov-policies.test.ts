// SPDX-License-Identifier: Apache-2.0
import { checkSriovPolicies } from './check-sriov-policies.ts';
import type { SriovPolicyConfig } from './config/index.ts';
import { testPolicy } from './test-policy.ts';

const policy = (more: Partial<SriovPolicyConfig>): SriovPolicyConfig => ({
  ...testPolicy,
  ...more,
});

const problemsOf = (...policies: Partial<SriovPolicyConfig>[]) =>
  checkSriovPolicies(policies.map(policy), ['node-feature-discovery']).map(
    ({ path, message }) => `${path.slice(2).join('.')}: ${message}`,
  );

const slow = (more: Partial<SriovPolicyConfig>) => ({
  name: 'slow',
  resourceName: 'slow',
  ...more,
});
const ports = (...pfNames: string[]) => ({ nicSelector: { pfNames } });
const cards = (...rootDevices: string[]) => ({ nicSelector: { rootDevices } });

test('rejects the name of a policy that the operator ignores', () => {
  expect(problemsOf({ name: 'default' })).toEqual([
    '0.name: "default" is the name of a policy that the operator ignores; choose another',
  ]);
});

test('rejects more functions than cards of Mellanox have', () => {
  expect(problemsOf({ numVfs: 128 })).toEqual([]);
  expect(problemsOf({ numVfs: 129 })).toEqual([
    '0.numVfs: cards of the vendor "15b3" have 128 at most',
  ]);
  expect(problemsOf({ nicSelector: { vendor: '8086' }, numVfs: 256 })).toEqual([]);
});

test('rejects ranges of functions that a card does not have', () => {
  expect(problemsOf(ports('ens1f0#0-7', 'ens1f1', 'ens2f0#4-3', 'ens2f1#0-8'))).toEqual([
    '0.nicSelector.pfNames.2: "ens2f0#4-3" ends before it begins',
    '0.nicSelector.pfNames.3: "ens2f1#0-8" ends after the last function, which is 7: numVfs is 8, ' +
      'and counting begins at 0',
  ]);
});

test('rejects functions that two policies take', () => {
  expect(problemsOf(ports('ens1f0#0-3'), slow(ports('ens1f1', 'ens1f0#3-7')))).toEqual([
    '1.nicSelector.pfNames.1: the policy "fast" takes functions 0 to 3 of "ens1f0" on the same ' +
      'hosts, and this one 3 to 7; one of them would get none',
  ]);
});

test.each([
  ['one of them names no range', ports('ens1f0'), slow({ ...ports('ens1f0#0-0'), priority: 1 })],
  ['neither names a range, and their priority is the same', ports('ens1f0'), slow(ports('ens1f0'))],
])('rejects a whole card in two policies if %s', (_title, one, other) => {
  expect(problemsOf(one, other)).toEqual([
    expect.stringMatching(
      /^1\.nicSelector\.pfNames\.0: the policy "fast" takes functions 0 to 7 of "ens1f0" on the same hosts/,
    ),
  ]);
});

test('rejects a card that two policies of the same priority select by its address', () => {
  const device = '0000:3b:00.0';
  expect(problemsOf(cards(device), slow(cards('0000:3b:00.1', device)))).toEqual([
    '1.nicSelector.rootDevices.1: the policy "fast" divides "0000:3b:00.0" on the same hosts, too; ' +
      'give the one that counts a lower priority',
  ]);
  expect(problemsOf(cards(device), slow({ ...cards(device), priority: 1 }))).toEqual([]);
});

test.each<[string, Partial<SriovPolicyConfig>, Partial<SriovPolicyConfig>]>([
  ['divide a card between them', ports('ens1f0#0-3'), ports('ens1f0#4-7')],
  ['select other ports', ports('ens1f0'), ports('ens1f1')],
  [
    'select a whole card with different priorities',
    ports('ens1f0'),
    { ...ports('ens1f0'), priority: 1 },
  ],
  [
    'select hosts that differ in a label',
    { ...ports('ens1f0'), nodeSelector: { rack: 'a' } },
    { ...ports('ens1f0'), nodeSelector: { rack: 'b', hall: '1' } },
  ],
])('accepts two policies that %s', (_title, one, other) => {
  expect(problemsOf(one, slow(other))).toEqual([]);
});

test('rejects two policies whose selectors one host can match', () => {
  const racked = (labels: Record<string, string>) => ({ ...ports('ens1f0'), nodeSelector: labels });
  expect(problemsOf(racked({ rack: 'a' }), slow(racked({ hall: '1' })))).toHaveLength(1);
});
