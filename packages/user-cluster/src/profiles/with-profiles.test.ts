// SPDX-License-Identifier: Apache-2.0
import { smallest } from '../config/testing/test-cluster-config.ts';
import { checkProfiles, resolveProfiles } from './index.ts';
import { mergeLayers } from './merge-layers.ts';
import { parseProfile, readProfile } from './profile-files.ts';
import { withProfiles } from './with-profiles.ts';

const files: Readonly<Record<string, string>> = {
  'stacks/profiles/small.yaml':
    'config:\n  user-cluster:cni: { type: none, mtu: 1400 }\n  user-cluster:release: v1\n',
};
const source = {
  list: () => ['small.yaml', 'README.md', 'small.yaml.old', 'big.yml'],
  read: (file: string) => files[file],
};

const rawOf = (values: Readonly<Record<string, string>>) => ({
  project: 'user-cluster',
  stack: 'prod.shop',
  values,
  secretKeys: ['user-cluster:backup'],
});

// Proves: clusters.profiles
test('a cluster that extends a profile has its values as the engine passes values', () => {
  const raw = rawOf({
    'user-cluster:extends': ' ["small"]',
    'user-cluster:cni': '{"mtu":8950}',
    'user-cluster:quota': '{"enabled"',
    'user-cluster:note': 'text with [ in it',
    'user-cluster:quoted': '"[a]"',
    'user-cluster:number': '1.10',
    'infra:cni': '{"mtu":1}',
  });
  const found = withProfiles(raw, source);
  expect(found.problems).toEqual([]);
  expect(found.raw).toEqual({
    ...raw,
    values: {
      ...raw.values,
      'user-cluster:extends': '["small"]',
      'user-cluster:cni': '{"type":"none","mtu":8950}',
      'user-cluster:release': 'v1',
    },
  });
  const problem = { path: ['cni', 'type'], message: 'is odd' };
  expect(found.withOrigin([problem])).toEqual([
    { path: ['cni', 'type'], message: 'is odd; stacks/profiles/small.yaml:2 says it' },
  ]);
});

test('a cluster that extends nothing keeps each text', () => {
  const raw = rawOf({ 'user-cluster:cni': '{ "mtu": 8950 }' });
  const { raw: same, problems, withOrigin } = withProfiles(raw, source);
  expect(same).toBe(raw);
  expect(problems).toEqual([]);
  const problem = { path: ['cni'], message: 'is odd' };
  expect(withOrigin([problem])).toEqual([problem]);
});

test('names the profiles that there are, where one is missing', () => {
  expect(() => readProfile('other', source)).toThrow(
    /^there is no stacks\/profiles\/other.yaml; known: small$/,
  );
});

test('any other failure than that of a profile is one of the program', () => {
  const broken = {
    ...source,
    read: () => {
      throw new TypeError('a bug');
    },
  };
  const own = { file: 'own', config: { extends: ['small'] } };
  expect(() => resolveProfiles(own, broken)).toThrow('a bug');
});

// Proves: clusters.profiles
test('a key without a value is one, also where something is encrypted beside it', () => {
  const parse = (text: string) => parseProfile('file', text);
  expect(parse('config:\n  user-cluster:cni: { type: ~ }\n')).toMatchObject({
    layer: { file: 'file', config: { cni: { type: null } } },
    problems: [],
  });
  const { layer, problems } = parse('config:\n  user-cluster:a: { b: 1, c: { secure: AAAB } }\n');
  expect(layer).toMatchObject({ file: 'file', config: {} });
  expect(problems.map(({ path }) => path)).toEqual([['config', 'user-cluster:a']]);
  expect(parse('pools: []\n').layer).toEqual({ file: 'file', config: {} });
  const layerOf = (a: unknown) => ({ file: 'file', config: { a } });
  expect(mergeLayers([layerOf(null), layerOf({ b: 1 })])).toEqual({ a: { b: 1 } });
  expect(mergeLayers([layerOf({ b: 1 }), layerOf(null)])).toEqual({ a: null });
});

// Proves: clusters.profiles
test('a file that is no profile, or is gone by now, has no problems', () => {
  const check = (name: string, text?: string) =>
    checkProfiles({ list: () => [name], read: () => text });
  expect(check('small.yaml.old', 'config: [')).toEqual([]);
  expect(check('small.yaml')).toEqual([]);
  expect(check('small.yaml', 'config: {}')).toEqual([]);
});

// Proves: clusters.profiles
test('a single value that no other key can put right is a problem', () => {
  const mirror = 'https://mirror.example.org/"x';
  const text = JSON.stringify({ config: { 'user-cluster:kubernetes': { binaries: { mirror } } } });
  expect(checkProfiles({ list: () => ['small.yaml'], read: () => text })).toEqual([
    {
      file: 'stacks/profiles/small.yaml',
      line: 1,
      path: ['config', 'user-cluster:kubernetes', 'binaries', 'mirror'],
      message:
        'expected a URL like "https://mirror.example.org/releases", got "https://mirror.example.org/\\"x"',
    },
  ]);
});

// Proves: clusters.profiles
test('a profile may be a whole configuration', () => {
  const config = Object.fromEntries(
    Object.entries(smallest).map(([key, value]) => [`user-cluster:${key}`, value]),
  );
  const text = JSON.stringify({ config });
  expect(checkProfiles({ list: () => ['small.yaml'], read: () => text })).toEqual([]);
});
