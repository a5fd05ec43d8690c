// SPDX-License-Identifier: Apache-2.0
import { leftOutLines } from './left-out.ts';
import { Source } from './source.ts';

test('a value that nobody has read is left out, in an entry of a list by its place', () => {
  const source = new Source({
    spec: {
      replicas: 3,
      volumes: [
        { name: 'root', image: { url: 'hush', tag: '' } },
        { name: 'data', size: '1Gi' },
      ],
      files: ['hush'],
      empty: { mapping: {}, list: [] },
    },
  });
  expect(source.text('spec.replicas')).toBe('3');
  expect(source.entries('spec.volumes').map((one) => one.text('name'))).toEqual(['root', 'data']);
  expect(source.entries('spec.volumes')[1]?.pathOf('size')).toBe('spec.volumes[1].size');
  expect(source.rest).toEqual(['spec.files', 'spec.volumes[0].image.url', 'spec.volumes[1].size']);
  expect(
    leftOutLines('Machine a', source, {
      'spec.volumes': 'there are fewer kinds',
      'spec.volumes.size': 'all have one size',
    }),
  ).toEqual([
    'Machine a: spec.files is left out: it is not known here',
    'Machine a: spec.volumes[0] is left out: there are fewer kinds',
    'Machine a: spec.volumes[1].size is left out: all have one size',
  ]);
});

test('a value that should be a list and is none is not read', () => {
  const source = new Source({ spec: { volumes: { name: 'root' } } });
  expect(source.entries('spec.volumes')).toEqual([]);
  expect(source.rest).toEqual(['spec.volumes.name']);
});
