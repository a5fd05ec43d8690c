// SPDX-License-Identifier: Apache-2.0
import { paths, RestoreGround } from '../testing/restore-ground.ts';

const { claims, snapshots, volumes } = paths;

const newClaims = '/api/v1/namespaces/shop/persistentvolumeclaims';
const as = { namespace: 'shop', name: 'back' };

let ground: RestoreGround;

beforeEach(async () => {
  ground = await RestoreGround.start();
});

afterEach(() => ground[Symbol.asyncDispose]());

const held = { 'strata.dev/backup-run': 'r1', 'strata.dev/backup-hold': 'before-restore-7' };

// Proves: volumes.restore
test.each([
  ['pvc-a: copying pvc-a.r1 to pvc-a-restore', 'new'],
  ['pvc-a: removing it', 'new'],
  ['pvc-a: making it from pvc-a-restore', 'data of r1'],
])('killed at "%s", it goes on from there with the same snapshot', async (step, data) => {
  ground.played.add('pvc-a', 'data');
  ground.played.snapshotsEndWithVolume = true;
  ground.killAt(step);
  await expect(ground.run()).rejects.toThrow('killed at');
  expect(ground.played.data['pvc-a']).toBe(data);
  expect(ground.played.labelsOf('pvc-a.r1')).toEqual(held);
  ground.whenTold = () => undefined;
  const kept = 'pvc-a.before-restore-7';
  expect(ground.played.labelsOf(kept)).toMatchObject({
    'strata.dev/backup-hold': 'before-restore-7',
  });
  if (step !== 'pvc-a: copying pvc-a.r1 to pvc-a-restore') {
    ground.played.addSnapshot('pvc-a', 'r2', '2027-03-10T02:00:00Z');
  }
  ground.played.lists[snapshots]?.reverse();
  await expect(ground.run()).resolves.toBe(0);
  expect(ground.played.data['pvc-a']).toBe('data of r1');
  expect(ground.played.changes.filter((change) => change === `POST ${snapshots}`)).toHaveLength(1);
  expect(
    ground.played.changes.filter((change) => change === `DELETE ${volumes}/pvc-a`),
  ).toHaveLength(1);
  expect(ground.played.labelsOf('pvc-a.r1')).toEqual({ 'strata.dev/backup-run': 'r1' });
});

// Proves: volumes.restore
test('killed after it had removed a volume, it makes it; volumes that are restored already stay', async () => {
  ground.played.add('pvc-a', 'data');
  ground.played.add('pvc-b', 'log');
  ground.killAt('pvc-b: copying pvc-b.r1 to pvc-b-restore');
  await expect(ground.run()).rejects.toThrow('killed at');
  Reflect.deleteProperty(ground.played.objects, `${volumes}/pvc-b`);
  Reflect.deleteProperty(ground.played.objects, `${claims}/pvc-b`);
  ground.whenTold = () => undefined;
  ground.played.changes.length = 0;
  expect(await ground.run()).toBe(0);
  expect(ground.played.changes.filter((change) => change.endsWith('/pvc-a'))).toEqual([]);
  expect(ground.played.data).toMatchObject({ 'pvc-a': 'data of r1', 'pvc-b': 'data of r1' });
  expect(ground.printed).toContain('    this restore has begun, and goes on');
  expect(ground.played.labelsOf('pvc-a.before-restore-7')).not.toHaveProperty(
    'strata.dev/backup-hold',
  );
});

// Proves: volumes.restore
test.each(['PendingPopulation', 'WaitForFirstConsumer'])(
  'a volume in %s is filled when a pod uses it; until then its copy and its snapshots stay',
  async (phase) => {
    ground.played.add('pvc-a', 'data');
    ground.played.phases['pvc-a'] = phase;
    expect(await ground.run()).toBe(0);
    expect(ground.printed.slice(-2)).toEqual([
      'shop/data (pvc-a): it will be filled from pvc-a-restore when a pod uses it',
      'Start the programs again, and then run the same command once more: it waits until these volumes are filled, and deletes the copies.',
    ]);
    expect(ground.played.labelsOf('pvc-a.r1')).toEqual(held);
    expect(ground.played.objects).toHaveProperty([`${claims}/pvc-a-restore`]);
    const filled = ground.played.objects[`${volumes}/pvc-a`] ?? {};
    ground.played.objects[`${volumes}/pvc-a`] = { ...filled, status: { phase: 'Succeeded' } };
    ground.played.attach('pvc-a', 'md-a-0');
    expect(await ground.run()).toBe(0);
    expect(ground.printed.slice(-2)).toEqual([
      'shop/data (pvc-a): restored',
      'Start the programs again.',
    ]);
    expect(ground.played.labelsOf('pvc-a.r1')).toEqual({ 'strata.dev/backup-run': 'r1' });
    expect(ground.played.objects).not.toHaveProperty([`${claims}/pvc-a-restore`]);
  },
);

// Proves: volumes.restore
test('a volume of which the storage takes no snapshot is restored by --discard alone', async () => {
  ground.played.add('pvc-a', 'data');
  ground.played.snapshotStatus = { readyToUse: false, error: { message: 'the volume is faulted' } };
  const real = Date.now;
  let later = 0;
  const clock = jest.spyOn(Date, 'now').mockImplementation(() => real() + later);
  ground.whenTold = (step) => {
    if (step === 'pvc-a: the volume is faulted') later = 700_000;
  };
  await expect(ground.run()).rejects.toThrow(
    'Nothing of pvc-a is changed. If the storage can take no snapshot of it, --discard restores without one: what it has now is lost then.',
  );
  clock.mockRestore();
  expect(ground.played.labelsOf('pvc-a.before-restore-7')).toBeUndefined();
  expect(ground.played.labelsOf('pvc-a.r1')).toEqual({ 'strata.dev/backup-run': 'r1' });
  expect(ground.played.data['pvc-a']).toBe('new');
  ground.played.changes.length = 0;
  ground.printed = [];
  expect(await ground.run({ isDiscarded: true })).toBe(0);
  expect(ground.played.changes).not.toContain(`POST ${snapshots}`);
  expect(ground.played.data['pvc-a']).toBe('data of r1');
  expect(ground.printed).toContain(
    'What it has now is lost for good: --discard takes no snapshot of it.',
  );
});

// Proves: volumes.restore
test('a raw device gets a claim of one, which Kubernetes does not format', async () => {
  ground.addGone();
  expect(await ground.run({ volumes: ['pvc-gone'], as, isBlock: true })).toBe(0);
  expect(ground.printed).toContain(
    '    its claim is gone; a new one has it as a raw device: shop/back',
  );
  expect(ground.played.made[newClaims]).toMatchObject({ spec: { volumeMode: 'Block' } });
  const spec = ground.played.made['/api/v1/persistentvolumes']?.spec;
  expect(spec).toMatchObject({ volumeMode: 'Block' });
  expect(spec).not.toHaveProperty('csi.fsType');
});

// Proves: volumes.restore
test('killed between a new claim and its volume, it makes the volume alone', async () => {
  ground.addGone();
  ground.played.objects[`${newClaims}/back`] = { spec: { volumeName: 'pvc-gone' } };
  expect(await ground.run({ volumes: ['pvc-gone'], as })).toBe(0);
  expect(ground.played.changes).not.toContain(`POST ${newClaims}`);
  expect(ground.played.made['/api/v1/persistentvolumes']).toMatchObject({
    spec: { claimRef: { namespace: 'shop', name: 'back' } },
  });
});
