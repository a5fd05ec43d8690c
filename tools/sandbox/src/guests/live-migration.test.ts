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
  expect(migratabilityOf(machine({ bridge: {} }, shared))).toEqual({
    status: 'False',
    reason: 'InterfaceNotLiveMigratable',
    message:
      'cannot migrate VMI which does not use masquerade or a migratable plugin to connect to the pod network',
  });
  const annotations = { 'kubevirt.io/allow-pod-bridge-network-live-migration': '' };
  const allowed = machine({ bridge: {} }, shared, { annotations });
  expect(migratabilityOf(allowed)).toEqual({ status: 'True' });
});

// Proves: drains-and-updates.live-migration-rules
test('a disk that only one host may use keeps a machine on its host', () => {
  expect(migratabilityOf(machine(masquerade, ['ReadWriteOnce']))).toEqual({
    status: 'False',
    reason: 'DisksNotLiveMigratable',
    message:
      'cannot migrate VMI: PVC workers-0-root is not shared, live migration requires that all PVCs must be shared (using ReadWriteMany access mode)',
  });
});

test('a device of the host keeps a machine on that host', () => {
  const devices = { hostDevices: [{ name: 'nic' }] };
  expect(migratabilityOf(machine(masquerade, shared, { devices }))).toEqual({
    status: 'False',
    reason: 'HostDeviceNotLiveMigratable',
    message: 'VMI uses a PCI host devices',
  });
});

test('a machine with shared disks moves; disks that only its pod has are copied', () => {
  const moving = machine(masquerade, shared);
  expect([migratabilityOf(moving), migrationMethodOf(moving)]).toEqual([
    { status: 'True' },
    'LiveMigration',
  ]);
  const volumes = [...(moving.spec.volumes ?? []), { name: 'cloudinit', cloudInitNoCloud: {} }];
  expect(migrationMethodOf({ ...moving, spec: { ...moving.spec, volumes } })).toBe(
    'BlockMigration',
  );
});
