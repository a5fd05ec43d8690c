// SPDX-License-Identifier: Apache-2.0
import { inspectConfig } from '@strata/contracts';
import { z } from 'zod';
import { kubeone } from './kubeone-fields.ts';

const problems = (overwrite: string) =>
  inspectConfig(z.strictObject({ kubeone }), {
    project: 'infra',
    stack: 'sandbox',
    values: {
      'infra:kubeone': JSON.stringify({
        version: '1.34.4',
        apiEndpoint: { host: '192.0.2.9' },
        imageRegistry: { overwrite },
      }),
    },
    secretKeys: [],
  }).problems;

// https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/preflight_checks.go `parseContainerImageVersion`
test('the registry of images has no port, with which KubeOne could not update Kubernetes', () => {
  expect(problems('registry.example.org/mirror')).toEqual([]);
  expect(problems('registry.example.org:5000/mirror')).toEqual([
    {
      path: ['kubeone', 'imageRegistry', 'overwrite'],
      message:
        'expected a registry without "https://", without a port, with which KubeOne could not update Kubernetes, and without a slash at the end, got "registry.example.org:5000/mirror"',
    },
  ]);
});
