// SPDX-License-Identifier: Apache-2.0
import { layerOf, mergeLayers } from './merge-layers.ts';

const weak = {
  file: 'weak',
  config: {
    kubernetes: { version: '1.34.6', mirror: { registry: 'a' } },
    pools: [{ name: 'md-a' }, { name: 'md-b' }],
    quota: { cpu: 8 },
    cni: { type: 'none' },
  },
};
const strong = {
  file: 'strong',
  config: { kubernetes: { mirror: { path: 'b' } }, pools: [{ name: 'md-c' }], quota: 'none' },
};
const own = { file: 'own', config: { kubernetes: { version: '1.35.4' }, quota: { memory: 16 } } };
const layers = [weak, strong, own];

test('merges mappings at every depth, and replaces lists and single values', () => {
  expect(mergeLayers(layers)).toEqual({
    kubernetes: { version: '1.35.4', mirror: { registry: 'a', path: 'b' } },
    pools: [{ name: 'md-c' }],
    quota: { memory: 16 },
    cni: { type: 'none' },
  });
});

test('an encrypted value is not merged with a mapping', () => {
  const encrypted = { file: 'own', config: { quota: { secure: 'AAAB' } } };
  expect(mergeLayers([weak, encrypted]).quota).toEqual({ secure: 'AAAB' });
});

test('a key that every object has is a key like any other', () => {
  const config = JSON.parse('{"__proto__": {"a": 1}, "constructor": {"b": 2}}') as object;
  const merged = mergeLayers([weak, { file: 'own', config: { ...config } }]);
  expect(Object.keys(merged)).toEqual([...Object.keys(weak.config), '__proto__', 'constructor']);
  expect(layerOf([weak], ['constructor'])).toBeUndefined();
});

test.each([
  ['own', ['kubernetes', 'version']],
  ['weak', ['kubernetes', 'mirror', 'registry']],
  ['strong', ['kubernetes', 'mirror', 'path']],
  ['strong', ['pools', 0, 'replicas']],
  [undefined, ['cni', 'mtu']],
  [undefined, ['quota', 'cpu']],
  [undefined, ['kubernetes', 'missing']],
  [undefined, ['network', 'service']],
])('%s says %j', (file, path) => {
  expect(layerOf(layers, path)?.file).toBe(file);
});
