// SPDX-License-Identifier: Apache-2.0
import { checkKubeone } from './check-kubeone.ts';
import { testConfig } from './test-config.ts';

const problems = (imageRegistry: object) => checkKubeone(testConfig({ imageRegistry }), 'rack-a');

test.each([
  { overwrite: 'registry.example.org' },
  { overwrite: 'registry.example.org/mirror' },
  { overwrite: 'registry.example.org', insecure: true },
  { overwrite: 'registry.example.org/mirror', insecure: false },
])('accepts the registry %j', (imageRegistry) => {
  expect(problems(imageRegistry)).toEqual([]);
});

test('refuses an insecure registry with a path, where containerd would find nothing', () => {
  expect(problems({ overwrite: 'registry.example.org/mirror/k8s', insecure: true })).toEqual([
    {
      path: ['kubeone', 'imageRegistry', 'insecure'],
      message:
        'with it containerd would look for images below /mirror/k8s/v2/mirror/k8s; take a registry without a path, or give it a certificate that hosts trust',
    },
  ]);
});
