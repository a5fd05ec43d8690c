// SPDX-License-Identifier: Apache-2.0
import { generatorOptions } from './generator-options.ts';

test('the options of a generator are those of its schema, without its first argument', () => {
  expect(generatorOptions('user-cluster').map(({ name, type }) => `${name}: ${type}`)).toEqual([
    'environment: string',
    'profile: string',
    'kubernetes: string',
    'workers: number',
    'instancetype: string',
    'image: string',
    'vlan: boolean',
    'expires: string',
    'pullRequest: string',
    'fromKkp: string',
    'fromCapk: string',
    'fromHarvester: string',
    'dns: string',
  ]);
});

test('an option has the default and the values that its schema names', () => {
  const option = generatorOptions('environment').find(({ name }) => name === 'controlPlanes');
  expect(option).toEqual({
    name: 'controlPlanes',
    type: 'number',
    description: 'How many of the hosts, from the first on, are control planes: 1, 3 or 5.',
    default: 1,
    enum: [1, 3, 5],
  });
});
