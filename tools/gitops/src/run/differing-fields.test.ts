// SPDX-License-Identifier: Apache-2.0
import { differingFields } from './differing-fields.ts';

const sealed = {
  '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
  ciphertext: '[secret]',
};

test('returns the deepest differing paths, sorted, with both values', () => {
  const before = { spec: { replicas: 2, ports: [{ port: 80 }, { port: 81 }] }, kind: 'Service' };
  const after = {
    spec: { replicas: 3, ports: [{ port: 80 }, { port: 82 }], type: 'X' },
    kind: 'Service',
  };
  expect(differingFields(before, after)).toEqual([
    { field: 'spec.ports[1].port', before: 81, after: 82 },
    { field: 'spec.replicas', before: 2, after: 3 },
    { field: 'spec.type', before: undefined, after: 'X' },
  ]);
});

test('treats a key with a dot as one step of the path', () => {
  const before = { annotations: { 'strata.dev/a': '1' } };
  const after = { annotations: { 'strata.dev/a': '2' } };
  expect(differingFields(before, after)).toEqual([
    { field: 'annotations."strata.dev/a"', before: '1', after: '2' },
  ]);
});

test('treats a field that is secret on one side as secret on both', () => {
  expect(differingFields({ key: sealed }, { key: 'plain' })).toEqual([
    { field: 'key', before: '[secret]', after: '[secret]' },
  ]);
  expect(differingFields({ key: '[secret]' }, { key: sealed })).toEqual([]);
});
