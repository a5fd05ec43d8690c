// SPDX-License-Identifier: Apache-2.0
import { checkRequirements } from './check-requirements.ts';
import type { NodeState } from './cluster-state.ts';

const sound = (name: string): NodeState => ({
  metadata: { name, labels: { 'kubevirt.io/schedulable': 'true' } },
  status: {
    capacity: { cpu: '32', memory: '128Gi' },
    allocatable: { 'devices.kubevirt.io/kvm': '1k' },
    conditions: [{ type: 'Ready', status: 'True', message: 'kubelet is posting ready status' }],
  },
});

const nodes = [sound('metal-0'), sound('metal-1')];

test('reports nothing for a suitable cluster', () => {
  expect(checkRequirements({ kubernetes: '1.35.4', nodes })).toEqual({
    problems: [],
    warnings: [],
  });
});

test('reports nothing about values that a cluster does not give', () => {
  const { conditions = [] } = sound('metal-1').status ?? {};
  const bare = [
    { metadata: { name: 'metal-0' } },
    { metadata: { name: 'metal-1' }, status: { conditions } },
  ];
  expect(checkRequirements({ kubernetes: undefined, nodes: bare })).toEqual({
    problems: [],
    warnings: [],
  });
});

test.each(['1.31.9', '1.36.0'])('rejects Kubernetes %s, on which no release runs', (kubernetes) => {
  expect(checkRequirements({ kubernetes, nodes }).problems).toEqual([
    `the cluster runs Kubernetes ${kubernetes}, but releases of the platform run on 1.32 to 1.35; ` +
      'bring the cluster to one of them first',
  ]);
});

test('warns of a host without a network, of one that is not ready, of one without KVM and of one that is too small', () => {
  const notReady = (message?: string) => ({
    ...sound('metal-2').status,
    conditions: [{ type: 'Ready', status: 'False', ...(message !== undefined && { message }) }],
  });
  const broken: NodeState[] = [
    { ...sound('metal-0'), status: notReady('cni plugin not initialized') },
    { ...sound('metal-1'), status: notReady() },
    { ...sound('metal-3'), status: { ...sound('metal-3').status, allocatable: {} } },
    { ...sound('metal-2'), status: { capacity: { cpu: '1', memory: '8Gi' } } },
  ];
  expect(checkRequirements({ kubernetes: '1.35.4', nodes: broken }).warnings).toEqual([
    'host metal-0 is not ready (cni plugin not initialized); install a network (CNI) on it, or ' +
      'VMs will not run there',
    'host metal-1 is not ready (it does not say why); mend it, or VMs will not run there',
    'KubeVirt finds no /dev/kvm on metal-2, metal-3; switch hardware virtualization on in the ' +
      'firmware and load the module kvm_intel or kvm_amd, or VMs will not run there',
    'less than 2 CPUs or 4 GiB of memory: metal-2; no VM fits beside Kubernetes there',
  ]);
});

test('warns of a cluster without nodes', () => {
  expect(checkRequirements({ kubernetes: '1.35.4', nodes: [] }).warnings).toEqual([
    'the cluster has no nodes; join hosts to it',
  ]);
});

test.each([
  [{ cpu: '1', memory: '8Gi' }, true],
  [{ cpu: '8', memory: '3Gi' }, true],
  [{ cpu: '2', memory: '4Gi' }, false],
  // The kernel keeps a part of the 4 GiB.
  [{ cpu: '2', memory: '3900Mi' }, false],
  // A node that gives only one of the two values is not checked.
  [{ cpu: '1' }, false],
  [{ memory: '1Gi' }, false],
])('whether %j is too small: %s', (capacity, isSmall) => {
  const status = { ...sound('metal-0').status, capacity };
  const state = { kubernetes: '1.35.4', nodes: [{ ...sound('metal-0'), status }] };
  expect(checkRequirements(state).warnings).toEqual(
    isSmall
      ? ['less than 2 CPUs or 4 GiB of memory: metal-0; no VM fits beside Kubernetes there']
      : [],
  );
});

test.each([
  ['27Gi', true],
  ['29296875Ki', false],
  ['500Gi', false],
  ['?', false],
  [undefined, false],
])('a file system of %s for images and logs is too small: %s', (size, isSmall) => {
  const capacity = { cpu: '32', memory: '128Gi', ...(size && { 'ephemeral-storage': size }) };
  const small = { ...sound('metal-0'), status: { ...sound('metal-0').status, capacity } };
  const state = { kubernetes: '1.35.4', nodes: [small, sound('metal-1')] };
  expect(checkRequirements(state).warnings).toEqual(
    isSmall
      ? [
          'less than 30 GB for images and logs (the file system of /var/lib/kubelet): metal-0; the images of ' +
            'the platform and of machines fill it, and pods are evicted',
        ]
      : [],
  );
});

test('reads only the condition Ready to decide whether a host is ready', () => {
  const conditions = [
    { type: 'MemoryPressure', status: 'False', message: 'kubelet has enough memory' },
    ...(sound('metal-0').status?.conditions ?? []),
  ];
  const status = { ...sound('metal-0').status, conditions };
  const state = { kubernetes: '1.35.4', nodes: [{ ...sound('metal-0'), status }] };
  expect(checkRequirements(state).warnings).toEqual([]);
});

test('warns that a host has no KVM when KubeVirt has labelled its node and the node has no status', () => {
  const bare = { metadata: { name: 'metal-0', labels: { 'kubevirt.io/schedulable': 'false' } } };
  expect(checkRequirements({ kubernetes: '1.35.4', nodes: [bare] }).warnings).toEqual([
    'KubeVirt finds no /dev/kvm on metal-0; switch hardware virtualization on in the firmware and ' +
      'load the module kvm_intel or kvm_amd, or VMs will not run there',
  ]);
});
