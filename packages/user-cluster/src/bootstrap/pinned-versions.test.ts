// SPDX-License-Identifier: Apache-2.0
import { findMinor, kubernetesMinors } from './kubernetes-minors.ts';
import { nodeSoftware, upstream } from './node-software.ts';

test('each minor of Kubernetes has the images that its kubeadm installs, with the page that says so', () => {
  const source = (version: string) =>
    `https://github.com/kubernetes/kubernetes/blob/v${version}/cmd/kubeadm/app/constants/constants.go`;
  expect(kubernetesMinors).toEqual([
    {
      minor: '1.34',
      tested: '1.34.4',
      pause: '3.10.1',
      coreDns: '1.12.1',
      source: source('1.34.4'),
    },
    {
      minor: '1.35',
      tested: '1.35.4',
      pause: '3.10.1',
      coreDns: '1.13.1',
      source: source('1.35.4'),
    },
  ]);
});

test('a version is one of its minor, whatever its patch', () => {
  expect(findMinor('1.34.99')?.tested).toBe('1.34.4');
  expect(findMinor('1.35.0')?.tested).toBe('1.35.4');
  expect(findMinor('1.3.4')).toBeUndefined();
});

test('programs that a machine installs are those of the releases that their sources name', () => {
  expect(nodeSoftware).toEqual({
    containerd: {
      version: '2.2.9',
      source: 'https://github.com/containerd/containerd/releases/tag/v2.2.9',
    },
    runc: {
      version: '1.4.3',
      source: 'https://github.com/opencontainers/runc/releases/tag/v1.4.3',
    },
    'cni-plugins': {
      version: '1.9.1',
      source: 'https://github.com/containernetworking/plugins/releases/tag/v1.9.1',
    },
  });
  expect(upstream).toEqual({ kubernetes: 'https://dl.k8s.io', github: 'https://github.com' });
});
