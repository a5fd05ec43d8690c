// SPDX-License-Identifier: Apache-2.0
import { checkDisks, checkDiskSpace, diskNeeds, measureDiskUse } from './disk-space.ts';

const folders = { modules: '/nowhere/mod', objects: '/nowhere/build', binaries: '/nowhere/strata' };

test('adds up the tools and counts the largest twice because linking makes a copy', () => {
  const small = { modules: 100, objects: 200, binaries: 30 };
  const large = { modules: 500, objects: 2800, binaries: 390 };
  expect(diskNeeds([small, large], folders)).toEqual([
    { folder: '/nowhere/mod', variable: 'GOMODCACHE', mebibytes: 600 },
    { folder: '/nowhere/build', variable: 'GOCACHE', mebibytes: 3000 },
    { folder: '/nowhere/strata', variable: 'STRATA_CACHE_DIR', mebibytes: 810 },
  ]);
});

test('adds up the needs on one disk, and names the folders that can be moved', async () => {
  const needs = diskNeeds([{ modules: 1024, objects: 2048, binaries: 512 }], folders);
  const asked: string[] = [];
  const free = (mebibytes: number) => (path: string) => {
    asked.push(path);
    return Promise.resolve(mebibytes);
  };
  await checkDiskSpace(needs, free(4096));
  expect(asked).toEqual(['/']);
  await expect(checkDiskSpace(needs, free(4095))).rejects.toThrow(
    new Error(
      'Not enough disk space: 4.0 GB free where about 4.0 GB will be written (GOMODCACHE ' +
        '/nowhere/mod, GOCACHE /nowhere/build, STRATA_CACHE_DIR /nowhere/strata); free some, or ' +
        'set one of these variables to a larger disk.',
    ),
  );
});

test('asks the real file system', async () => {
  const needs = [{ folder: process.cwd(), variable: 'GOCACHE', mebibytes: 2 ** 40 }];
  await expect(checkDiskSpace(needs)).rejects.toThrow(/^Not enough disk space: \d+\.\d GB free/);
  await checkDiskSpace([{ folder: process.cwd(), variable: 'GOCACHE', mebibytes: 0 }]);
});

test('lists the free space of each disk, with a fix for one that is too full', async () => {
  const needs = diskNeeds([{ modules: 1024, objects: 2048, binaries: 512 }], folders);
  const found = (gigabytes: string) =>
    `${gigabytes} GB free where about 4.0 GB will be written (GOMODCACHE /nowhere/mod, GOCACHE ` +
    '/nowhere/build, STRATA_CACHE_DIR /nowhere/strata)';
  expect(await checkDisks(needs, () => Promise.resolve(5120))).toEqual([
    { what: 'disk', found: found('5.0') },
  ]);
  expect(await checkDisks(needs, () => Promise.resolve(1024))).toEqual([
    {
      what: 'disk',
      found: found('1.0'),
      fix: 'free some, or set one of these variables to a larger disk',
    },
  ]);
});

test('measures written space by the loss of free space, and never below zero', async () => {
  const needs = diskNeeds([{ modules: 1024, objects: 2048, binaries: 512 }], folders);
  const left = [9000, 8500, 9100];
  const used = await measureDiskUse(needs, () => Promise.resolve(left.shift() ?? 0));
  expect(await used()).toBe(500);
  expect(await used()).toBe(0);
});
