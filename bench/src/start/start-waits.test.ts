// SPDX-License-Identifier: Apache-2.0
import { waitsOf } from './start-waits.ts';
import type { WaitedObject } from './start-waits.ts';

const begin = Date.parse('2026-11-30T23:25:50.760Z');
const at = (second: number) => new Date(begin - 760 + second * 1_000).toISOString();

/** Returns an object that was made, started and done at seconds after the beginning's own second. */
function object(
  kind: string,
  name: string,
  [created, started, done]: readonly [number, number | undefined, number | undefined],
  owner?: { readonly kind: string; readonly name: string },
): WaitedObject {
  const type = kind === 'KubeVirt' || kind === 'CDI' ? 'Available' : 'Ready';
  const condition = { type, status: done === undefined ? 'False' : 'True' };
  return {
    kind,
    metadata: {
      name,
      namespace: 'kubevirt',
      creationTimestamp: at(created),
      ...(owner && { ownerReferences: [owner] }),
    },
    status: {
      conditions: [{ ...condition, lastTransitionTime: at(done ?? created) }],
      containerStatuses:
        started === undefined ? [] : [{ state: { running: { startedAt: at(started) } } }],
    },
  };
}

const set = (name: string) => ({ kind: 'ReplicaSet', name });

test('the pods of a Deployment are one wait, from the first that is made to the last that is ready', () => {
  const objects = [
    object('Pod', 'virt-api-665-a', [36, 37, 51], set('virt-api-665')),
    object('Pod', 'virt-api-665-b', [35, 36, 50], set('virt-api-665')),
    object('Pod', 'grafana-78-x', [5, 5, 6], set('grafana-78')),
    object('Pod', 'prometheus-0', [68, 68, undefined], { kind: 'StatefulSet', name: 'prometheus' }),
  ];
  expect(waitsOf({ begin, objects, updates: [] })).toEqual([
    { name: 'kubevirt/virt-api', begin: 34.2, running: 36.2, end: 50.2 },
  ]);
});

test('stacks, installations and machines are waits; the pod of a machine is not another', () => {
  const machine = { kind: 'VirtualMachineInstance', name: 'cp-0' };
  const objects = [
    object('VirtualMachineInstance', 'cp-0', [74, undefined, 79]),
    object('Pod', 'virt-launcher-cp-0', [74, 75, 79], machine),
    object('KubeVirt', 'kubevirt', [14, undefined, 68]),
  ];
  const seconds = begin / 1_000;
  const updates = [
    { stack: 'kubevirt-stack/sandbox', startTime: seconds + 6.04, endTime: seconds + 78 },
  ];
  expect(waitsOf({ begin, objects, updates })).toEqual([
    { name: 'stack kubevirt-stack/sandbox', begin: 6, end: 78 },
    { name: 'KubeVirt kubevirt', begin: 13.2, end: 67.2 },
    { name: 'VirtualMachineInstance cp-0', begin: 73.2, end: 78.2 },
  ]);
});
