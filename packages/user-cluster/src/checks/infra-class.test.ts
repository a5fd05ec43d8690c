// SPDX-License-Identifier: Apache-2.0
import { testContext, testPlatform } from '../test-context.ts';
import { fastStorage } from '../test-platform.ts';
import { growthProblem } from './growth-problem.ts';
import { unfitInfraClass, unknownInfraClass, unknownModes } from './infra-class.ts';

const odd = { ...fastStorage, name: 'odd', accessModes: [] };
const platform = { ...testPlatform, storageClasses: [fastStorage, odd] };
const ofOdd =
  'CDI does not know the access modes of StorageClass "odd", so it makes no volume there; name them ' +
  'in storageProfiles[].claimPropertySets of the platform';

test('the modes of a class are unknown where CDI names none, and not before it is installed', () => {
  expect(unknownModes({ name: 'a', accessModes: ['ReadWriteOnce'] })).toBeUndefined();
  expect(unknownModes({ name: 'a' })).toBeUndefined();
  expect(unknownModes(odd)).toBe(ofOdd);
});

test('a class is unknown that a platform with classes does not have', () => {
  expect(unknownInfraClass(undefined, platform)).toBeUndefined();
  expect(unknownInfraClass('fast', platform)).toBeUndefined();
  expect(unknownInfraClass('fats', { storageClasses: [] })).toBeUndefined();
  expect(unknownInfraClass('fats', platform)).toBe(
    'there is no StorageClass "fats" on the infra cluster; did you mean "fast"?',
  );
});

test('a disk needs a class that is there, with modes that CDI or the platform knows', () => {
  expect(unfitInfraClass(undefined, platform)).toBeUndefined();
  expect(unfitInfraClass('fast', platform)).toBeUndefined();
  expect(unfitInfraClass('gone', { ...platform, storageClasses: [] })).toBeUndefined();
  expect(unfitInfraClass('fats', platform)).toBe(
    'there is no StorageClass "fats" on the infra cluster; did you mean "fast"?',
  );
  expect(unfitInfraClass('odd', platform)).toBe(ofOdd);
  const ofPlatform = { ...platform, storage: { ...platform.storage, className: 'odd' } };
  expect(unfitInfraClass('odd', ofPlatform)).toBeUndefined();
});

test('an existing volume grows in a class that allows it, and in no other', () => {
  const growthOf = (className: string) =>
    growthProblem('the disk', { className, sizeGiB: 8 }, testContext());
  expect(growthOf('fast')).toBeUndefined();
  expect(growthOf('small')).toBe(
    'the disk has 8 GiB in storage class "small", whose volumes cannot grow (allowVolumeExpansion); leave it at 8, or have the class allow it on the infra cluster',
  );
  expect(growthOf('old')).toBe(
    'the disk has 8 GiB in storage class "old", which the infra cluster has no longer, so it cannot grow; leave it at 8, or make the class again, with allowVolumeExpansion, on the infra cluster',
  );
});
