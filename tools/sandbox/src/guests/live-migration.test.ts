// SPDX-License-Identifier: Apache-2.0
import { migratabilityOf, migrationMethodOf } from './live-migration.ts';
import type { MachineInstance } from './virtual-machine.ts';

function machine(
  binding: object,
  accessModes: readonly string[],
  extra: { devices?: object; annotations?: Record<string, string> } = {},
): MachineInstance {
  return {
    metadata: {
      name: 'workers-0',
      namespace: 'cluster-demo',
      uid: 'u1',
      annotations: extra.annotations ?? {},
    },
    spec: {
      domain: { devices: { interfaces: [{ name: 'default', ...binding }], ...extra.devices } },
      networks: [{ name: 'default', pod: {} }],
      volumes: [{ name: 'root', dataVolume: { name: 'workers-0-root' } }],
    },
    status: { volumeStatus: [{ name: 'root', persistentVolumeClaimInfo: { accessModes } }] },
  };
}
const shared = ['ReadWriteMany'];
const masquerade = { masquerade: {} };

// Proves: drains-and-updates.live-migration-rules
test('a bridge to the pod network keeps a machine on its host, unless its address may change', () => {
  expect(migratabilityOf(machine({ bridge: {} }, shared), '1.8.4')).toEqual({
    status: 'False',
    reason: 'InterfaceNotLiveMigratable',
    message:
      'cannot migrate VMI which does not use masquerade or a migratable plugin to connect to the pod network',
  });
  const annotations = { 'kubevirt.io/allow-pod-bridge-network-live-migration': '' };
  const allowed = machine({ bridge: {} }, shared, { annotations });
  expect(migratabilityOf(allowed, '1.8.4')).toEqual({ status: 'True' });
});

// Proves: drains-and-updates.live-migration-rules
test('a disk that only one host may use keeps a machine on its host', () => {
  expect(migratabilityOf(machine(masquerade, ['ReadWriteOnce']), '1.8.4')).toEqual({
    status: 'False',
    reason: 'DisksNotLiveMigratable',
    message:
      'cannot migrate VMI: PVC workers-0-root is not shared, live migration requires that all PVCs must be shared (using ReadWriteMany access mode)',
  });
});

const one = [{ name: 'a' }];
const two = [{ name: 'a' }, { name: 'b' }];

test.each([
  ['1.7.0', { hostDevices: one }, 'VMI uses a PCI host devices'],
  ['v1.8.4', { gpus: one }, 'VMI uses a PCI host devices'],
  [
    '1.9.0',
    { hostDevices: one, gpus: one },
    'VMI specifies non-migratable generic PCI host device',
  ],
  ['1.9.0', { gpus: two }, 'VMI specifies too many GPUs'],
  [
    'v1.9.0',
    { gpus: one },
    'VMI specifies a GPU but feature gate VGPULiveMigration is not enabled',
  ],
])(
  'a device of the host keeps a machine on that host, in the words of KubeVirt %s: %j',
  (kubevirt, devices, message) => {
    expect(migratabilityOf(machine(masquerade, shared, { devices }), kubevirt)).toEqual({
      status: 'False',
      reason: 'HostDeviceNotLiveMigratable',
      message,
    });
  },
);

test('a machine with shared disks moves; disks that only its pod has are copied', () => {
  const moving = machine(masquerade, shared);
  expect([migratabilityOf(moving, '1.8.4'), migrationMethodOf(moving)]).toEqual([
    { status: 'True' },
    'LiveMigration',
  ]);
  const volumes = [...(moving.spec.volumes ?? []), { name: 'cloudinit', cloudInitNoCloud: {} }];
  expect(migrationMethodOf({ ...moving, spec: { ...moving.spec, volumes } })).toBe(
    'BlockMigration',
  );
});
