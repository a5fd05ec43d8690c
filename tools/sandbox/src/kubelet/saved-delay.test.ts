// SPDX-License-Identifier: Apache-2.0
import type { Pod } from './pod.ts';
import { savedDelay } from './saved-delay.ts';

const pod = (labels: Readonly<Record<string, string>>) =>
  ({ metadata: { name: 'a', namespace: 'b', uid: 'c', labels }, spec: { containers: [] } }) as Pod;

test('the probes of a machine that boots do not wait for libvirt', () => {
  expect(savedDelay(pod({ 'kubevirt.io': 'virt-launcher' }))).toBe(10);
});

test('a machine that migrates is not ready before the whole delay of its new pod is over', () => {
  const labels = { 'kubevirt.io': 'virt-launcher', 'kubevirt.io/migrationJobUID': '1234' };
  expect(savedDelay(pod(labels))).toBe(0);
});

test('other pods wait as long as their probes say', () => {
  expect(savedDelay(pod({ app: 'web' }))).toBe(0);
});
