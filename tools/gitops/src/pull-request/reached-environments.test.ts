// SPDX-License-Identifier: Apache-2.0
import { reachedEnvironments } from './reached-environments.ts';

test.each([
  ['user-cluster/Pulumi.prod.shop.yaml', ['prod']],
  ['capacity/prod.yaml', ['prod']],
  ['rings.yaml', []],
  ['profiles/small.yaml', []],
])('the path %s is about %j', (file, environments) => {
  expect(reachedEnvironments({ file, kind: 'changed' })).toEqual(environments);
});

test('a profile is about the environments of the clusters that extend it', () => {
  const clusters = ['lab', 'prod'].map((environment) => ({ environment, cluster: 'shop' }));
  const change = { file: 'profiles/small.yaml', kind: 'changed', clusters } as const;
  expect(reachedEnvironments(change)).toEqual(['lab', 'prod']);
});
