// SPDX-License-Identifier: Apache-2.0
import { checkPlatform } from './check-platform.ts';

// Proves: infra-cluster.supported-kubernetes
test('refuses a Kubernetes on which the installed platform does not run, and says the way', () => {
  expect(checkPlatform('1.7.0', '1.34.4', '1.35.4')).toEqual([
    {
      path: ['kubeone', 'version'],
      message:
        "the cluster runs the platform's release v1.7 (KubeVirt 1.7.0), which runs on Kubernetes 1.32 to 1.34, not on 1.35; first bring up release v1.8 (docs/runbooks/upgrade-platform.md)",
    },
  ]);
});

test('says so where no release runs on it', () => {
  const [problem] = checkPlatform('1.9.0', '1.36.1', '1.37.0');
  expect(problem?.message).toMatch(
    /, not on 1\.37; no release of the platform that it can go to runs on that$/,
  );
});

test.each([
  ['the release runs on it', '1.8.4', '1.34.4', '1.35.4'],
  ['only the patch changes', '1.7.0', '1.35.0', '1.35.4'],
  ['there is no platform yet', undefined, '1.34.4', '1.35.4'],
  ['no release has that KubeVirt', '1.4.0', '1.34.4', '1.35.4'],
] as const)('accepts it where %s', (_, kubevirt, running, wanted) => {
  expect(checkPlatform(kubevirt, running, wanted)).toEqual([]);
});
