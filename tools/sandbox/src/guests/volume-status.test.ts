// SPDX-License-Identifier: Apache-2.0
import type { MachineInstance, VolumeStatus } from './virtual-machine.ts';
import { areVolumesMounted, nextVolumeStatuses, pluggedVolumes } from './volume-status.ts';

function machine(status: readonly VolumeStatus[], wanted: readonly string[]): MachineInstance {
  const names = ['root', ...wanted];
  const bus = (name: string) => (name === 'root' ? 'virtio' : 'scsi');
  return {
    metadata: { name: 'workers-0', namespace: 'cluster-demo', uid: 'u1' },
    spec: {
      domain: { devices: { disks: names.map((name) => ({ name, disk: { bus: bus(name) } })) } },
      volumes: names.map((name) => ({
        name,
        dataVolume: { name, ...(name !== 'root' && { hotpluggable: true }) },
      })),
    },
    status: { volumeStatus: [...status] },
  };
}
const root: VolumeStatus = { name: 'root', target: 'vda' };
const attachment = { attachPodName: 'hp-volume-x', attachPodUID: 'p1' };

test('a volume that its host has is mounted, then plugged in under the next free name', () => {
  const attached = {
    name: 'pvc-2',
    phase: 'AttachedToNode',
    reason: 'SuccessfulCreate',
    message: 'Created hotplug attachment pod hp-volume-x, for volume pvc-2',
    hotplugVolume: attachment,
  };
  const ready = { name: 'pvc-1', phase: 'Ready', target: 'sda', hotplugVolume: attachment };
  const before = machine([root, ready, attached], ['pvc-1', 'pvc-2']);
  const [, mounted = root] = nextVolumeStatuses(before, true);
  expect(mounted).toEqual({
    name: 'pvc-2',
    phase: 'MountedToPod',
    reason: 'VolumeMountedToPod',
    message: 'Volume pvc-2 has been mounted in virt-launcher pod',
    target: '',
    hotplugVolume: attachment,
  });
  const after = machine([root, ready, mounted], ['pvc-1', 'pvc-2']);
  expect(nextVolumeStatuses(after, true)[1]).toEqual({
    name: 'pvc-2',
    phase: 'Ready',
    reason: 'VolumeReady',
    message: 'Successfully attach hotplugged volume pvc-2 to VM',
    target: 'sdb',
    hotplugVolume: attachment,
  });
});

test('a volume waits until the pod that attaches it is ready', () => {
  const waiting = {
    name: 'pvc-1',
    target: '',
    phase: 'AttachedToNode',
    hotplugVolume: { attachPodUID: '' },
  };
  const statuses = nextVolumeStatuses(machine([root, waiting], ['pvc-1']), true);
  expect(statuses[0]).toEqual(waiting);
});

test('a machine without hotplug gets no volume', () => {
  const waiting = {
    name: 'pvc-1',
    target: '',
    phase: 'AttachedToNode',
    hotplugVolume: attachment,
  };
  const { spec, ...rest } = machine([root, waiting], ['pvc-1']);
  const domain = { devices: { ...spec.domain?.devices, disableHotplug: true } };
  expect(nextVolumeStatuses({ ...rest, spec: { ...spec, domain } }, true)[0]).toEqual(waiting);
});

test('a volume that is no longer wanted is unmounted; virt-controller does the rest', () => {
  const ready = { name: 'pvc-1', phase: 'Ready', target: 'sda', hotplugVolume: attachment };
  const [gone = root] = nextVolumeStatuses(machine([root, ready], []), true);
  expect(gone).toEqual({
    name: 'pvc-1',
    phase: 'UnMountedFromPod',
    reason: 'VolumeUnMountedFromPod',
    message: 'Volume pvc-1 has been unmounted from virt-launcher pod',
    target: '',
    hotplugVolume: attachment,
  });
  expect(nextVolumeStatuses(machine([root, gone], []), true)[0]).toEqual(gone);
});

test('disks of a running machine have device names; disks of any other machine have none', () => {
  const statuses = [{ name: 'root' }];
  expect(nextVolumeStatuses(machine(statuses, []), true)).toEqual([root]);
  expect(nextVolumeStatuses(machine([root], []), false)).toEqual([{ name: 'root', target: '' }]);
});

test('a machine starts once its hot-pluggable volumes are mounted', () => {
  const status = (phase: string) => ({ name: 'pvc-1', phase, hotplugVolume: attachment });
  const before = machine([root, status('AttachedToNode')], ['pvc-1']);
  const after = machine([root, status('MountedToPod')], ['pvc-1']);
  expect([before, after].map(areVolumesMounted)).toEqual([false, true]);
  expect([before, after].map((m) => [...pluggedVolumes(m)])).toEqual([['root'], ['root', 'pvc-1']]);
});
