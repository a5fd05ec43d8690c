// SPDX-License-Identifier: Apache-2.0
import { parse } from 'yaml';
import { extendedProfiles, profilesOfFile } from './profile-names.ts';

test('what is no list of names extends nothing, and is reported with the shape', () => {
  expect(extendedProfiles({ extends: 'small' })).toEqual([]);
  expect(extendedProfiles({ extends: ['small', 7] })).toEqual(['small']);
  expect(extendedProfiles({})).toEqual([]);
});

test('the file of a stack is parsed only if it extends a profile', () => {
  const text = 'config:\n  user-cluster:extends: [small, eu]\n';
  expect(profilesOfFile(text, parse)).toEqual(['small', 'eu']);
  const fail = () => {
    throw new Error('it was parsed');
  };
  expect(profilesOfFile('config:\n  user-cluster:pools: []\n', fail)).toEqual([]);
  expect(() => profilesOfFile(text, fail)).toThrow('it was parsed');
  expect(profilesOfFile('# user-cluster:extends\n', parse)).toEqual([]);
});
