// SPDX-License-Identifier: Apache-2.0
import { testContext } from '../test-context.ts';
import type { Change } from '../test-context.ts';
import { silentHostsWarning } from './announce-silent-hosts.ts';

const noSchedule = { key: 'node-role.kubernetes.io/control-plane', effect: 'NoSchedule' as const };
const hosts = [
  { name: 'metal-0', cpu: 16, memoryGiB: 64 },
  { name: 'metal-1', cpu: 16, memoryGiB: 64 },
  { name: 'metal-2', cpu: 16, memoryGiB: 64, taints: [noSchedule] },
];
const controlPlane = {
  instancetype: 'standard-2',
  rootDisk: { image: 'ubuntu', sizeGiB: 20 },
  endpoint: { address: '203.0.113.2' },
};
const limited: Change = { isolation: { apiSources: ['10.200.10.0/24'] } };
type Scheduling = Readonly<Record<string, unknown>>;
const placed = (scheduling: Scheduling): Change => ({
  ...limited,
  controlPlane: { ...controlPlane, scheduling },
});
const preset = (type: 'hard' | 'soft', key: string, ...values: readonly string[]) => ({
  type,
  key,
  values,
});
const hostname = 'kubernetes.io/hostname';
/** Silent hosts of another pool than that of the endpoint. */
const otherPool = {
  name: 'other',
  addresses: ['203.0.113.64/28'],
  autoAssign: false,
  silentHosts: ['metal-0', 'metal-1'],
};
const warning = (change: Change, silentHosts?: readonly string[]) => {
  const pool = {
    name: 'shared',
    addresses: ['203.0.113.0/28'],
    autoAssign: false,
    ...(silentHosts !== undefined && { silentHosts: [...silentHosts] }),
  };
  return silentHostsWarning({
    ...testContext(change, { loadBalancerPools: [otherPool, pool] }),
    infra: { hosts },
  });
};

// Proves: cluster-networks.sources
test('a preview says which hosts cut an API off that is limited to sources', () => {
  expect(warning(limited, ['metal-0', 'metal-2'])).toBe(
    'isolation.apiSources: only hosts with a VM of the control plane announce the address of the API, and ' +
      'metal-0 announces none: the API is cut off where no other host has such a VM, also after it has moved ' +
      'there; keep the control plane away by controlPlane.scheduling (docs/user-clusters.md#isolation)',
  );
});

test.each<[string, Change, readonly string[] | undefined]>([
  [
    'an address that is in no pool',
    { ...limited, controlPlane: { ...controlPlane, endpoint: { address: '192.0.2.1' } } },
    ['metal-0'],
  ],
  ['of an API that is open to all', {}, ['metal-0']],
  ['where all hosts announce the pool of the endpoint', limited, []],
  ['where the platform does not say who announces, or only of another pool', limited, undefined],
  ['of hosts whose taints keep the control plane away', limited, ['metal-2']],
  [
    'of hosts outside of a selector',
    placed({ nodeSelector: { [hostname]: 'metal-1' } }),
    ['metal-0'],
  ],
  [
    'of hosts outside of a hard nodeAffinityPreset',
    placed({ nodeAffinityPreset: preset('hard', hostname, 'metal-1') }),
    ['metal-0'],
  ],
  [
    'of hosts that a hard nodeAntiAffinityPreset rules out',
    placed({ nodeAntiAffinityPreset: preset('hard', hostname, 'metal-0') }),
    ['metal-0'],
  ],
  [
    'where a selector has a label of unknown hosts',
    placed({ nodeSelector: { rack: 'a' } }),
    ['metal-0'],
  ],
  [
    'where a hard nodeAffinityPreset has a label of unknown hosts',
    placed({ nodeAffinityPreset: preset('hard', 'rack') }),
    ['metal-0'],
  ],
  [
    'where a hard nodeAntiAffinityPreset has a label of unknown hosts',
    placed({ nodeAntiAffinityPreset: preset('hard', 'rack', 'a') }),
    ['metal-0'],
  ],
])('no preview warns %s', (_, change, silent) => {
  expect(warning(change, silent)).toBeUndefined();
});

test.each<[string, Scheduling]>([
  ['a soft nodeAffinityPreset', { nodeAffinityPreset: preset('soft', hostname, 'metal-1') }],
  [
    'a soft nodeAntiAffinityPreset',
    { nodeAntiAffinityPreset: preset('soft', hostname, 'metal-0') },
  ],
  ['a soft preset with a label of unknown hosts', { nodeAffinityPreset: preset('soft', 'rack') }],
  ['a selector of that very host', { nodeSelector: { [hostname]: 'metal-0' } }],
  ['a hard preset of others', { nodeAntiAffinityPreset: preset('hard', hostname, 'metal-1') }],
])('%s does not keep the control plane away', (_, scheduling) => {
  expect(warning(placed(scheduling), ['metal-0'])).toContain(' and metal-0 announces none: ');
});
