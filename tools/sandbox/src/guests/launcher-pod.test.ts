// SPDX-License-Identifier: Apache-2.0
import type { Pod } from '../kubelet/pod.ts';
import { launcherPodOf } from './launcher-pod.ts';
import type { MachineInstance } from './virtual-machine.ts';

function launcher(name: string, nodeName: string, minute: number, machine = 'u1'): Pod {
  const labels = { 'kubevirt.io': 'virt-launcher', 'kubevirt.io/created-by': machine };
  const creationTimestamp = `2026-01-01T00:0${minute}:00Z`;
  return {
    metadata: { name, namespace: 'shop', uid: name, labels, creationTimestamp },
    spec: { nodeName, containers: [] },
  };
}

const machineOn = (nodeName: string): MachineInstance => ({
  metadata: { name: 'web', namespace: 'shop', uid: 'u1' },
  spec: {},
  status: { phase: 'Running', nodeName },
});

test('the newest pod on its host holds a machine, even when it was on that host before', () => {
  const pods = [
    launcher('back', 'host-1', 3),
    launcher('first', 'host-1', 1),
    launcher('away', 'host-2', 2),
    launcher('other', 'host-2', 4, 'u2'),
  ];
  const nameOn = (host: string) => launcherPodOf(machineOn(host), pods)?.metadata.name;
  expect(['host-1', 'host-2', 'host-3'].map(nameOn)).toEqual(['back', 'away', undefined]);
});
