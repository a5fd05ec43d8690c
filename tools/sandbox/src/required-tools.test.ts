// SPDX-License-Identifier: Apache-2.0
import { toolsFor } from '@strata/toolchain';
import { optionalTools, requiredTools } from './required-tools.ts';

const settings = {
  hosts: 3,
  hostCpu: 32,
  hostMemoryGiB: 128,
  hostCpuModels: ['Skylake-Server'],
  zones: ['a'],
  bridges: [],
  guestKubernetes: [],
};

test('needs only tools that npm start builds by default', () => {
  expect(requiredTools({ ...settings, kubernetes: '1.35', releases: ['v1.8'] })).toEqual(
    toolsFor('start'),
  );
});

test('starts without the programs of backups, which pods can wait for', () => {
  expect(optionalTools).toEqual(['etcd-clients', 'restic']);
});

test('needs the programs of every Kubernetes minor that user clusters may have', () => {
  const tools = requiredTools({
    ...settings,
    kubernetes: '1.35',
    guestKubernetes: ['1.34'],
    releases: ['v1.8'],
  });
  expect(tools.filter((tool) => !toolsFor('start').includes(tool))).toEqual([
    'kubernetes-1.34',
    'kubelet-validate-1.34',
  ]);
});

test('needs the programs of every release that it runs, and its Kubernetes', () => {
  const tools = requiredTools({
    ...settings,
    kubernetes: '1.34',
    releases: ['v1.7', 'v1.8', 'v1.9'],
  });
  expect(tools.filter((tool) => !toolsFor('start').includes(tool)).sort()).toEqual([
    'cdi-1.64',
    'kubelet-validate-1.34',
    'kubernetes-1.34',
    'kubevirt-1.7',
    'kubevirt-1.9',
  ]);
});
