// SPDX-License-Identifier: Apache-2.0
import { driverOf, startDriver } from './csi-drivers.ts';
import type { Node, Pod } from './objects.ts';
import { attachmentName, hasDisk, lostDisk, uniqueVolumeName } from './volumes.ts';

const node = (annotations: Record<string, string>, providerID?: string): Node => ({
  metadata: { name: 'w-0', uid: 'u', annotations },
  ...(providerID !== undefined && { spec: { providerID } }),
});

test('finds the driver of a pod in the arguments of its registrar', () => {
  const image = 'quay.io/openshift/origin-csi-node-driver-registrar:4.20.0';
  const args = ['--kubelet-registration-path=/var/lib/kubelet/plugins/csi.kubevirt.io/csi.sock'];
  const pod: Pod = {
    metadata: { name: 'a', uid: 'u' },
    spec: { containers: [{ name: 'r', image, args }] },
  };
  expect(driverOf(pod)).toBe('csi.kubevirt.io');
});

test("finds the machine of KubeVirt's driver by provider ID and namespace, or by annotations", () => {
  const namespace = { 'cluster.x-k8s.io/cluster-namespace': 'cluster-a' };
  expect(startDriver('csi.kubevirt.io', node(namespace, 'kubevirt://vm-0'))).toEqual({
    name: 'csi.kubevirt.io',
    nodeID: 'cluster-a/vm-0',
  });
  const names = {
    'csi.kubevirt.io/infra-vm-name': 'vm-1',
    'csi.kubevirt.io/infra-vm-namespace': 'ns',
  };
  expect(startDriver('csi.kubevirt.io', node(names))).toMatchObject({ nodeID: 'ns/vm-1' });
});

test('needs the namespace with a provider ID, whatever else is there', () => {
  const names = {
    'csi.kubevirt.io/infra-vm-name': 'vm-1',
    'csi.kubevirt.io/infra-vm-namespace': 'ns',
  };
  expect(startDriver('csi.kubevirt.io', node(names, 'kubevirt://vm-0'))).toHaveProperty('reason');
});

test('gives volumes the names that the control plane gives them', () => {
  const source = { driver: 'csi.kubevirt.io', volumeHandle: 'pvc-1' };
  expect(uniqueVolumeName(source)).toBe('kubernetes.io/csi/csi.kubevirt.io^pvc-1');
  expect(attachmentName(source, 'w-0')).toMatch(/^csi-[0-9a-f]{64}$/);
});

test('finds a disk by its serial number, and accepts a volume without one', () => {
  const disk = { name: 'd', serial: 's', bus: 'scsi', path: '/d' };
  const source = { driver: 'd', volumeHandle: 'h' };
  expect(hasDisk(source, [])).toBe(true);
  expect(hasDisk({ ...source, volumeAttributes: { serial: 's' } }, [disk])).toBe(true);
  expect(hasDisk({ ...source, volumeAttributes: { serial: 't' } }, [disk])).toBe(false);
});

test('reports the disk of a pod that the machine no longer has as lost', () => {
  const disk = { name: 'd', serial: 's', bus: 'scsi', path: '/d' };
  const mounted = { volume: 'data', serial: 's' };
  expect(lostDisk([mounted], [disk])).toBeUndefined();
  expect(lostDisk([], [])).toBeUndefined();
  expect(lostDisk([mounted, { volume: 'logs', serial: 't' }], [disk])).toBe('t');
});
