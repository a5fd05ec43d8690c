// SPDX-License-Identifier: Apache-2.0
import { differences } from './differences.ts';
import { ageWords, previewText } from './preview-text.ts';

const keys = (objects: Readonly<Record<string, readonly [string, string, number]>>) => ({
  keys: new Map(
    Object.entries(objects).map(([key, [kind, uid, revision]]) => [key, { kind, uid, revision }]),
  ),
});

// Proves: backups.restore-command
test('objects are lost, as before, or back, by kind; those that the trial has written count as the same', () => {
  const live = keys({
    a: ['secrets', '1', 10],
    b: ['secrets', '2', 30],
    c: ['pods', '3', 5],
    d: ['pods', '4', 6],
    e: ['nodes', '5', 7],
    f: ['events', '6', 8],
    g: ['leases.coordination.k8s.io', '7', 99],
  });
  const backup = keys({
    a: ['secrets', '1', 10],
    b: ['secrets', '2', 20],
    c: ['pods', 'another', 5],
    e: ['nodes', '5', 1_000_000_007],
    g: ['leases.coordination.k8s.io', '7', 9],
    h: ['configmaps', '8', 4],
  });
  expect(differences(live, backup)).toEqual([
    { kind: 'configmaps', lost: 0, reverted: 0, back: 1 },
    { kind: 'pods', lost: 1, reverted: 1, back: 0 },
    { kind: 'secrets', lost: 0, reverted: 1, back: 0 },
  ]);
});

const preview = {
  environment: 'prod',
  cluster: 'shop',
  backup: { id: '4f2a91c0ffee', time: '2026-05-02T03:10:00.000Z' },
  members: ['cp-0', 'cp-1', 'cp-2'],
  workers: 2,
  now: Date.parse('2026-05-02T04:00:00Z'),
};

// Proves: backups.restore-command
test('the preview says what is lost, what stops, and what no restore brings back', () => {
  const found = [
    { kind: 'pods', lost: 40, reverted: 0, back: 0 },
    { kind: 'secrets', lost: 1, reverted: 2, back: 0 },
  ];
  expect(previewText({ ...preview, differences: found })).toBe(`\
prod.shop: a restore replaces the data of shop by that of 2026-05-02T03:10:00.000Z (50 minutes old, backup 4f2a91c0)
  41 objects newer than it are lost: pods (40), secrets (1)
  2 objects changed since then are as before: secrets (2)
  no object deleted since then comes back
  (without events, leases and endpoints, which the cluster writes all the time)
  machines: cp-0, cp-1, cp-2 stop, and start with the data of the backup; until then there is no API
  then 2 workers are made anew, one after the other, drained and with a new node
  the former data is kept in the repository of the backups, with the tag before-restore
  not brought back: what is in volumes of users; a volume deleted since is missing, one made since has no owner`);
});

// Proves: backups.restore-command
test('the preview says when the backup has nothing that the cluster lacks, nor the other way round', () => {
  const found = [{ kind: 'nodes', lost: 0, reverted: 3, back: 0 }];
  expect(previewText({ ...preview, differences: found })).toContain(`
  no object newer than it is lost
  3 objects changed since then are as before: nodes (3)
  no object deleted since then comes back
  the backup has the objects that are there now: --backup takes an older one
`);
  const changed = [...found, { kind: 'secrets', lost: 0, reverted: 0, back: 1 }];
  expect(previewText({ ...preview, differences: changed })).not.toContain('--backup');
});

test('the preview of a small cluster speaks of one machine', () => {
  const small = { ...preview, members: ['cp-0'], differences: [] };
  expect(previewText({ ...small, workers: 1 })).toContain(`
  machine: cp-0 stops, and starts with the data of the backup; until then there is no API
  then 1 worker is made anew, drained and with a new node
  the former data`);
  expect(previewText({ ...small, workers: 0 })).toContain(`
  machine: cp-0 stops, and starts with the data of the backup; until then there is no API
  the former data`);
});

test('without an answer of the API the preview says that nobody knows what is lost', () => {
  const uncompared = 'the API of the cluster does not answer';
  expect(previewText({ ...preview, uncompared })).toContain(
    '\n  nobody knows what is newer than the backup: the API of the cluster does not answer\n',
  );
});

test.each([
  [0, '0 minutes old'],
  [60_000, '1 minute old'],
  [119 * 60_000, '119 minutes old'],
  [3 * 3_600_000, '3 hours old'],
  [3 * 86_400_000, '3 days old'],
])('%i milliseconds are "%s"', (milliseconds, words) => {
  expect(ageWords(milliseconds)).toBe(words);
});
