// SPDX-License-Identifier: Apache-2.0
import type { Host, KubevirtStackOutputs } from '@strata/contracts';
import { closedHostsWarning } from './announce-closed-hosts.ts';
import { smallPool, testContext } from './test-cluster.ts';

const dedicated = { key: 'dedicated', value: 'vm', effect: 'NoSchedule' as const };
const controlPlane = {
  key: 'node-role.kubernetes.io/control-plane',
  effect: 'NoSchedule' as const,
};
const host = (name: string, ...taints: NonNullable<Host['taints']>): Host => ({
  name,
  cpu: 16,
  memoryGiB: 64,
  taints,
});
const hosts = [
  host('cp-0', controlPlane),
  host('metal-0'),
  host('metal-1', dedicated),
  host('metal-2', dedicated),
];
const equal = { key: 'dedicated', operator: 'Equal' as const, value: 'vm' };

const warning = (tolerations: readonly object[], workloads: KubevirtStackOutputs['workloads']) => {
  const context = testContext({ pools: [{ ...smallPool, scheduling: { tolerations } }] });
  const platform = { ...context.platform, workloads };
  return closedHostsWarning({ ...context, platform, infra: { hosts } });
};

// https://github.com/kubevirt/kubevirt/blob/v1.9.0/pkg/virt-operator/resource/apply/apps.go `syncDaemonSet`
test('a preview says where tolerations of machines are in vain, for virt-handler lacks them', () => {
  expect(warning([equal], { nodeSelector: {}, tolerations: [] })).toBe(
    'KubeVirt runs no machines on hosts whose taints virt-handler does not tolerate: of those that ' +
      'scheduling.tolerations asks for, pool "md-a" gets none on metal-1, metal-2; set ' +
      'kubevirt.workloads.tolerations of the platform',
  );
});

test.each([
  ['virt-handler tolerates the taints, too', [equal], { nodeSelector: {}, tolerations: [equal] }],
  ['machines tolerate no taints', [], { nodeSelector: {}, tolerations: [] }],
  [
    'machines tolerate any taints, and not these in particular',
    [{ operator: 'Exists' }],
    { nodeSelector: {}, tolerations: [] },
  ],
  [
    'the platform has chosen another host',
    [equal],
    { nodeSelector: { 'kubernetes.io/hostname': 'metal-0' }, tolerations: [] },
  ],
  ['the platform does not say what virt-handler tolerates', [equal], undefined],
] as const)('no preview warns where %s', (_, tolerations, workloads) => {
  const told = workloads && { ...workloads, tolerations: [...workloads.tolerations] };
  expect(warning(tolerations, told)).toBeUndefined();
});
