// SPDX-License-Identifier: Apache-2.0
import { resolveProfiles } from './resolve-profiles.ts';

const files: Readonly<Record<string, string>> = {
  'stacks/profiles/small.yaml':
    'config:\n  user-cluster:pools: [{ name: md-a }]\n  user-cluster:cni: { type: none, mtu: 1400 }\n',
  'stacks/profiles/eu.yaml': 'config:\n  user-cluster:cni:\n    mtu: 8950\n',
  'stacks/profiles/broken.yaml': 'config: [\n',
  'stacks/profiles/bare.yaml': 'pools: []\n',
  'stacks/profiles/odd.yaml':
    'config:\n  pools: []\n  user-cluster:extends: [small]\n  user-cluster:oidc: { secure: AAAB }\n',
};
const source = {
  list: (folder: string) => Object.keys(files).map((file) => file.replace(`${folder}/`, '')),
  read: (file: string) => files[file],
};
const file = 'stacks/user-cluster/Pulumi.prod.shop.yaml';
const resolve = (config: object) => resolveProfiles({ file, config: { ...config } }, source);

// Proves: clusters.profiles
test("later profiles win over earlier ones, and the cluster's own file wins over both", () => {
  const { config, problems } = resolve({ extends: ['small', 'eu'], cni: { type: 'cilium' } });
  expect(problems).toEqual([]);
  expect(config).toEqual({
    extends: ['small', 'eu'],
    pools: [{ name: 'md-a' }],
    cni: { type: 'cilium', mtu: 8950 },
  });
});

test('a problem names the file and the line that a value comes from', () => {
  const { placeOf, withOrigin } = resolve({ extends: ['small', 'eu'], cni: { type: 'cilium' } });
  const at = (...path: PropertyKey[]) => ({ path, message: 'is odd' });
  const problems = [at('cni', 'mtu'), at('cni', 'type'), at('pools', 0, 'replicas')];
  expect(withOrigin([...problems, at('network')])).toEqual([
    { path: ['cni', 'mtu'], message: 'is odd; stacks/profiles/eu.yaml:3 says it' },
    { path: ['cni', 'type'], message: 'is odd' },
    { path: ['pools', 0, 'replicas'], message: 'is odd; stacks/profiles/small.yaml:2 says it' },
    { path: ['network'], message: 'is odd' },
  ]);
  expect(placeOf(['cni', 'mtu'])).toEqual({ file: 'stacks/profiles/eu.yaml', line: 3 });
  expect(placeOf(['cni', 'type'])).toBeUndefined();
  expect(placeOf(['network'])).toBeUndefined();
});

test.each([
  ['smal', 'there is no stacks/profiles/smal.yaml; did you mean "small"?'],
  [
    '../infra/Pulumi.prod',
    'there is no stacks/profiles/../infra/Pulumi.prod.yaml; known: small, eu, broken, bare, odd',
  ],
  [
    'bare',
    'stacks/profiles/bare.yaml must have one key, "config", with a mapping of "user-cluster:" keys',
  ],
  [
    'odd',
    'stacks/profiles/odd.yaml:2: config.pools: unknown key; those of user clusters begin "user-cluster:"; ' +
      'stacks/profiles/odd.yaml:3: config.user-cluster:extends: a profile cannot extend another one; ' +
      'stacks/profiles/odd.yaml:4: config.user-cluster:oidc: is encrypted, and each stack has a key of its own: ' +
      'write it into the files of the clusters',
  ],
])('refuses the profile %s', (name, message) => {
  const { config, problems } = resolve({ extends: ['eu', name] });
  expect(problems).toEqual([{ path: ['extends', 1], message }]);
  expect(config.cni).toEqual({ mtu: 8950 });
});

test('says where a profile is no YAML', () => {
  const [problem] = resolve({ extends: ['broken'] }).problems;
  expect(problem?.message).toMatch(
    /^stacks\/profiles\/broken.yaml is no YAML: .* at line 2, column 1:$/,
  );
});
