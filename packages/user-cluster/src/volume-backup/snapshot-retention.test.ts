// SPDX-License-Identifier: Apache-2.0
import { claim, namesOf, pairs, ready, snapshot, world } from './testing/played-namespace.ts';
import { runSnapshots } from './testing/snapshot-run.ts';

// Proves: volumes.backup
test('keeps the newest of each volume; those of a volume that is gone stay for as many runs', async () => {
  const found = world();
  found.snapshots.push(
    snapshot('pvc-a', 'r1', '2027-03-06T02:00:00Z'),
    snapshot('pvc-a', 'r2', '2027-03-07T02:00:00Z'),
    snapshot('pvc-a', 'r3', '2027-03-08T02:00:00Z', { readyToUse: false }),
    snapshot('pvc-b', 'r1', '2027-03-06T02:00:01Z'),
    snapshot('pvc-b', 'r2', '2027-03-07T02:00:01Z'),
    snapshot('pvc-gone', 'r1', '2027-03-06T02:00:02Z'),
    snapshot('pvc-gone', 'r2', '2027-03-07T02:00:02Z'),
  );
  expect(await runSnapshots(found, 'r4', '2', ...pairs)).toEqual({
    code: 0,
    said: ['volume-backup: 2 volumes have a snapshot of this run; 4 old ones are deleted'],
  });
  expect(namesOf(found)).toEqual(['pvc-a.r2', 'pvc-a.r4', 'pvc-b.r2', 'pvc-b.r4', 'pvc-gone.r2']);
});

// Proves: volumes.backup
test('a volume that is away for a restore, or that waits for its first pod, keeps all its snapshots', async () => {
  const found = world();
  found.claims.push(
    claim('pvc-c', { status: { phase: 'Pending' } }),
    claim('pvc-d', { metadata: { deletionTimestamp: '2027-03-09T01:00:00Z' } }),
  );
  found.snapshots.push(
    snapshot('pvc-a', 'r1', '2027-03-06T02:00:00Z'),
    ...['pvc-c', 'pvc-d'].flatMap((volume) => [
      snapshot(volume, 'r1', '2027-03-06T02:00:00Z'),
      snapshot(volume, 'r2', '2027-03-07T02:00:00Z'),
      snapshot(volume, 'before-restore-7', '2027-03-07T09:00:00Z'),
    ]),
  );
  expect(await runSnapshots(found, 'r3', '1', ...pairs)).toEqual({
    code: 0,
    said: ['volume-backup: 2 volumes have a snapshot of this run; 1 old ones are deleted'],
  });
  const kept = ['before-restore-7', 'r1', 'r2'];
  expect(namesOf(found)).toEqual([
    'pvc-a.r3',
    'pvc-b.r3',
    ...kept.map((run) => `pvc-c.${run}`),
    ...kept.map((run) => `pvc-d.${run}`),
  ]);
});

// Proves: volumes.backup
test('a snapshot that a restore holds is never deleted, also while its volume is gone', async () => {
  const hold = { 'strata.dev/backup-hold': 'before-restore-7' };
  const found = world();
  found.snapshots.push(
    snapshot('pvc-a', 'r1', '2027-03-06T02:00:00Z', ready, hold),
    snapshot('pvc-a', 'before-restore-8', '2027-03-06T03:00:00Z', { readyToUse: false }, hold),
    snapshot('pvc-gone', 'r0', '2027-03-05T02:00:00Z'),
    snapshot('pvc-gone', 'r1', '2027-03-06T02:00:00Z', ready, hold),
    snapshot('pvc-gone', 'before-restore-7', '2027-03-06T09:00:00Z', ready, hold),
    snapshot('pvc-a', 'r2', '2027-03-07T02:00:00Z'),
    snapshot('pvc-a', 'r3', '2027-03-08T02:00:00Z'),
  );
  expect(await runSnapshots(found, 'r4', '1', ...pairs)).toEqual({
    code: 0,
    said: [
      ...['pvc-gone.before-restore-7', 'pvc-a.before-restore-8', 'pvc-gone.r1', 'pvc-a.r1'].map(
        (name) => `volume-backup: ${name} is old and stays: a restore holds it`,
      ),
      'volume-backup: 2 volumes have a snapshot of this run; 3 old ones are deleted',
    ],
  });
  expect(namesOf(found)).toEqual([
    'pvc-a.before-restore-8',
    'pvc-a.r1',
    'pvc-a.r4',
    'pvc-b.r4',
    'pvc-gone.before-restore-7',
    'pvc-gone.r1',
  ]);
});

// Proves: volumes.backup
test('restores take no snapshot of a run out of those that are kept', async () => {
  const found = world();
  found.snapshots.push(
    snapshot('pvc-a', 'r1', '2027-03-08T02:00:00Z'),
    snapshot('pvc-gone', 'r1', '2027-03-08T02:00:00Z'),
    ...['7', '8', '9'].map((hour) =>
      snapshot('pvc-a', `before-restore-${hour}`, `2027-03-08T0${hour}:00:00Z`),
    ),
  );
  const before = namesOf(found);
  expect((await runSnapshots(found, 'r2', '2', ...pairs)).code).toBe(0);
  expect(namesOf(found)).toEqual([...before, 'pvc-a.r2', 'pvc-b.r2'].toSorted());
});

// Proves: volumes.backup
test('the former data of a restore stays for as many later runs, also while the storage makes its snapshot', async () => {
  const unready = { readyToUse: false };
  const found = world();
  found.snapshots.push(
    snapshot('pvc-a', 'before-restore-6', '2027-03-07T09:00:00Z', unready),
    snapshot('pvc-b', 'before-restore-6', '2027-03-07T09:00:00Z'),
    snapshot('pvc-a', 'r1', '2027-03-08T02:00:00Z'),
    snapshot('pvc-b', 'r1', '2027-03-08T02:00:00Z'),
    snapshot('pvc-a', 'before-restore-7', '2027-03-09T01:59:00Z', unready),
    snapshot('pvc-b', 'before-restore-7', '2027-03-09T01:59:00Z'),
  );
  expect((await runSnapshots(found, 'r2', '1', ...pairs)).code).toBe(0);
  expect(namesOf(found)).toEqual([
    'pvc-a.before-restore-7',
    'pvc-a.r2',
    'pvc-b.before-restore-7',
    'pvc-b.r2',
  ]);
});

// Proves: volumes.backup
test('a run that has missed a volume is none for the snapshots of volumes that are gone', async () => {
  const found = world();
  found.snapshots.push(
    snapshot('pvc-gone', 'r1', '2027-03-01T03:00:00Z'),
    ...['1', '2', '3'].map((day) => snapshot('pvc-a', `r${day}`, `2027-03-0${day}T03:00:00Z`)),
    snapshot('pvc-b', 'r1', '2027-03-01T03:00:00Z'),
  );
  expect((await runSnapshots(found, 'r4', '2', ...pairs)).code).toBe(0);
  expect(namesOf(found)).toEqual(['pvc-a.r3', 'pvc-a.r4', 'pvc-b.r1', 'pvc-b.r4', 'pvc-gone.r1']);
  expect((await runSnapshots(found, 'r5', '2', ...pairs)).code).toBe(0);
  expect(namesOf(found)).toEqual(['pvc-a.r4', 'pvc-a.r5', 'pvc-b.r4', 'pvc-b.r5']);
});

// Proves: volumes.backup
test('with fewer to keep, the quota is full: older ones are deleted before new ones are asked for', async () => {
  const found = world({
    claims: [claim('pvc-a')],
    refuse: (method) =>
      method === 'POST' && found.snapshots.length > 2 ? [403, 'exceeded quota'] : undefined,
  });
  const days = ['1', '2', '3', '4', '5'];
  found.snapshots.push(
    ...days.map((day) => snapshot('pvc-a', `r${day}`, `2027-03-0${day}T02:00:00Z`)),
  );
  expect(await runSnapshots(found, 'r6', '2', ...pairs)).toEqual({
    code: 0,
    said: ['volume-backup: 1 volumes have a snapshot of this run; 4 old ones are deleted'],
  });
  expect(namesOf(found)).toEqual(['pvc-a.r5', 'pvc-a.r6']);
});
