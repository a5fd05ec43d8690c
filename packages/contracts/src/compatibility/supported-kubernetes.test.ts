// SPDX-License-Identifier: Apache-2.0
import { releases } from '../index.ts';
import { supportedKubernetes } from './supported-kubernetes.ts';

const pair = (kubevirt: string, cdi: string) => ({
  kubevirt: { version: kubevirt, source: '' },
  cdi: { version: cdi, source: '' },
});

test('a release is for the Kubernetes that KubeVirt and CDI both support', () => {
  expect(supportedKubernetes(pair('1.9.0', '1.65.0'))).toEqual({ oldest: '1.34', newest: '1.35' });
  expect(supportedKubernetes(pair('1.9.3', '1.66.0'))).toEqual({ oldest: '1.34', newest: '1.36' });
  // Nothing says up to which Kubernetes CDI 1.64 is tested.
  expect(supportedKubernetes(pair('1.7.0', '1.64.0'))).toEqual({ oldest: '1.32', newest: '1.34' });
});

test('a KubeVirt without a window is in no release', () => {
  expect(() => supportedKubernetes(pair('2.0.0', '1.65.0'))).toThrow(
    new Error('no support window has KubeVirt 2.0.0'),
  );
});

test('each release is reached from the one before it', () => {
  const steps = releases.map(({ name, reachableFrom }) => [name, ...reachableFrom]);
  expect(steps.slice(0, 3)).toEqual([['v1.7'], ['v1.8', 'v1.7'], ['v1.9', 'v1.8']]);
});
