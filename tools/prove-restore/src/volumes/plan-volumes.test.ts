// SPDX-License-Identifier: Apache-2.0
import type { FoundSnapshot, FoundVolume } from './infra-volumes.ts';
import { planVolumes } from './plan-volumes.ts';
import type { VolumeFacts } from './plan-volumes.ts';
import { volumesText } from './preview-text.ts';
import type { TenantVolume } from './tenant-volumes.ts';

const snapshot = (volume: string, run: string, created: string, isReady = true): FoundSnapshot => ({
  name: `${volume}.${run}`,
  volume,
  run,
  hold: undefined,
  created,
  isReady,
  size: '2Gi',
  error: undefined,
  snapshotClass: 'snap',
  storageClass: 'fast',
  accessModes: ['ReadWriteMany'],
  volumeMode: 'Block',
});

const tenant = (handle: string, name: string, more: Partial<TenantVolume> = {}): TenantVolume => ({
  name: handle,
  handle,
  claim: { namespace: 'shop', name },
  size: '2Gi',
  pods: [],
  nodes: [],
  ...more,
});

const facts: VolumeFacts = {
  tenants: [
    tenant('pvc-a', 'data', { pods: ['shop/db-0'], nodes: ['md-a-0'] }),
    tenant('pvc-b', 'log', { nodes: ['md-a-0'] }),
    tenant('pvc-c', 'new'),
    tenant('pvc-e', 'idle'),
  ],
  snapshots: [
    snapshot('pvc-a', 'before-restore-7', '2027-03-09T09:00:00Z'),
    snapshot('pvc-a', 'r3', '2027-03-09T02:00:00Z', false),
    snapshot('pvc-a', 'r2', '2027-03-08T02:00:00Z'),
    snapshot('pvc-b', 'r2', '2027-03-08T02:00:00Z'),
    snapshot('pvc-e', 'r2', '2027-03-08T02:00:00Z'),
    snapshot('pvc-gone', 'r2', '2027-03-08T02:00:00Z'),
    snapshot('pvc-a', 'r1', '2027-03-07T02:00:00Z'),
  ],
  machines: new Map([['pvc-e', ['md-a-1']]]),
  volumes: new Map(),
};

const kept = { isBlock: false, isDiscarded: false };

const namesOf = (question: Parameters<typeof planVolumes>[0]) =>
  planVolumes(question, facts).volumes.map(({ snapshot: { name } }) => name);

// Proves: volumes.restore
test('takes the newest ready snapshot that no restore has taken, or that of a run', () => {
  expect(namesOf({ volumes: ['shop/data'] })).toEqual(['pvc-a.r2']);
  expect(namesOf({ volumes: ['pvc-a', 'shop/data'], run: 'r1' })).toEqual(['pvc-a.r1']);
  expect(namesOf({ volumes: ['pvc-a'], run: 'before-restore-7' })).toEqual([
    'pvc-a.before-restore-7',
  ]);
  expect(namesOf({ volumes: ['pvc-gone'], as: { namespace: 'shop', name: 'old' } })).toEqual([
    'pvc-gone.r2',
  ]);
});

// Proves: volumes.restore
test('the preview of all volumes says who is in the way, and what is left out', () => {
  expect(volumesText('prod.shop', planVolumes({}, facts), kept).split('\n')).toEqual([
    'prod.shop: what was written to these volumes since is lost:',
    '  shop/data (pvc-a): as at 2027-03-08T02:00:00Z, from pvc-a.r2',
    '    in use by pod shop/db-0: stop that first',
    '  shop/log (pvc-b): as at 2027-03-08T02:00:00Z, from pvc-b.r2',
    '    in use by node md-a-0: stop that first',
    '  shop/idle (pvc-e): as at 2027-03-08T02:00:00Z, from pvc-e.r2',
    '    in use by machine md-a-1: stop that first',
    'left as they are, for they have no snapshot:',
    '  shop/new (pvc-c)',
    'left out, for their claims are gone; restore each by --volume and --as:',
    '  pvc-gone: as at 2027-03-08T02:00:00Z, from pvc-gone.r2',
    'Each volume is as after a power cut at that time, and not all are of the same second.',
    'A snapshot of what it has now is taken first.',
  ]);
});

test('a new claim is named in the preview; without snapshots there is nothing', () => {
  const as = { namespace: 'shop', name: 'old' };
  expect(
    volumesText('prod.shop', planVolumes({ volumes: ['pvc-gone'], as }, facts), { ...kept, as }),
  ).toContain('    its claim is gone; a new one has it as a file system: shop/old');
  expect(volumesText('prod.shop', planVolumes({}, { ...facts, snapshots: [] }), kept)).toContain(
    'prod.shop: no volume has a snapshot; nothing can be restored.',
  );
});

test.each([
  [{ volumes: ['shop/none'] }, 'No volume belongs to the claim shop/none. Is the claim gone?'],
  [{ volumes: ['pvc-x'] }, 'There is neither a volume pvc-x nor a snapshot of one.'],
  [
    { volumes: ['shop/new'] },
    'shop/new (pvc-c) has no snapshot that is ready: nothing is changed.',
  ],
  [{ volumes: ['shop/data'], run: 'r3' }, 'shop/data (pvc-a) has no ready snapshot of the run r3'],
  [{ volumes: ['pvc-gone'] }, 'The claim of pvc-gone is gone: give a name for a new one by --as'],
  [
    { volumes: ['pvc-a'], as: { namespace: 'shop', name: 'old' } },
    'shop/data (pvc-a) still has its claim: leave --as out, and its data is replaced.',
  ],
])('refuses %j', (question, message) => {
  expect(() => planVolumes(question, facts)).toThrow(message);
});

const made = (restoredFrom: string, phase = 'Succeeded'): FoundVolume => ({
  uid: 'u',
  phase,
  restoredFrom,
  restoredBy: 'before-restore-9',
});

// Proves: volumes.restore
test('a restore that has not ended goes on with its own snapshot, not with a newer one', () => {
  const volumes = new Map([['pvc-a-restore', made('pvc-a.r1')]]);
  const begun = { ...facts, volumes };
  expect(planVolumes({ volumes: ['pvc-a'] }, begun).volumes).toMatchObject([
    { snapshot: { name: 'pvc-a.r1' }, isBegun: true, isRemade: false, users: ['pod shop/db-0'] },
  ]);
  expect(() => planVolumes({ volumes: ['pvc-a'], run: 'r2' }, begun)).toThrow(
    'shop/data (pvc-a): its restore from pvc-a.r1 has not ended: leave --run out, and it goes on.',
  );
  const lost = new Map([['pvc-a-restore', made('pvc-a.r0')]]);
  expect(() => planVolumes({ volumes: ['pvc-a'] }, { ...facts, volumes: lost })).toThrow(
    'shop/data (pvc-a): its restore from pvc-a.r0 has not ended, and this snapshot is gone. The DataVolume pvc-a-restore is a copy of it; a restore from another snapshot needs that deleted.',
  );
});

// Proves: volumes.restore
test("a volume of a restore that has not ended is in nobody's way; one of an ended restore is replaced", () => {
  const volumes = new Map([['pvc-a', made('pvc-a.r1')]]);
  const hold = (snapshots: readonly FoundSnapshot[]) =>
    snapshots.map((one) => ({
      ...one,
      hold: one.name === 'pvc-a.r1' ? 'before-restore-9' : undefined,
    }));
  const begun = { ...facts, volumes, snapshots: hold(facts.snapshots) };
  expect(planVolumes({ volumes: ['pvc-a'] }, begun).volumes).toMatchObject([
    { snapshot: { name: 'pvc-a.r1' }, isBegun: true, isRemade: true, users: [] },
  ]);
  expect(planVolumes({ volumes: ['pvc-a'] }, { ...facts, volumes }).volumes).toMatchObject([
    { snapshot: { name: 'pvc-a.r2' }, isBegun: false, isRemade: false },
  ]);
});
