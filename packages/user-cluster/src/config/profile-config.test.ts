// SPDX-License-Identifier: Apache-2.0
import { profileConfig } from './profile-config.ts';
import { profileFile } from './profile-names.ts';
import { userClusterConfig } from './user-cluster-config.ts';

test('a profile has every key of a cluster but those of one cluster alone', () => {
  const missing = Object.keys(userClusterConfig.shape).filter(
    (key) => !(key in profileConfig.shape),
  );
  expect(missing.toSorted()).toEqual(['extends', 'pullRequest']);
});

test('a profile is a file that has its name', () => {
  expect(profileFile('small')).toBe('stacks/profiles/small.yaml');
});
