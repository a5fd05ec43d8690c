// SPDX-License-Identifier: Apache-2.0
import { stringify } from 'yaml';
import { checkProfiles } from './check-profiles.ts';

/** Checks one profile, and returns its problems by their lines and paths. */
function check(content: object | string, name = 'small.yaml') {
  const text = typeof content === 'string' ? content : stringify(content);
  const found = checkProfiles({ list: () => [name, 'README.md'], read: () => text });
  return found.map(
    ({ file, line, message, path }) =>
      `${file}${line === undefined ? '' : `:${line}`}: ${path.join('/')}: ${message}`,
  );
}

const at = (line: number, path: string) =>
  `stacks/profiles/small.yaml:${line}: config/user-cluster:${path}`;
const disk = { image: 'ubuntu-24-04' };

test.each([
  ['nothing', {}],
  ['a part of a mapping', { 'user-cluster:kubernetes': { version: '1.35.4' } }],
  ['a part of machines', { 'user-cluster:controlPlane': { replicas: 3 } }],
  [
    'keys that only fit together with others',
    { 'user-cluster:controlPlane': { scheduling: { nodeAffinityPreset: { type: 'hard' } } } },
  ],
  [
    'a value that another key must allow',
    {
      'user-cluster:backup': {
        target: {
          s3: {
            endpoint: 'http://s3.example',
            bucket: 'backups',
            credentials: { secretName: 's' },
          },
        },
      },
    },
  ],
  ['a whole list', { 'user-cluster:pools': [{ name: 'md-a', replicas: 2, rootDisk: disk }] }],
])('a profile may have %s', (_, config) => {
  expect(check({ config })).toEqual([]);
});

// Proves: clusters.profiles
test('a profile that nobody extends is checked, as far as no cluster is needed for it', () => {
  const config = {
    'user-cluster:cnii': { type: 'none' },
    'user-cluster:cni': { mtu: 90, tunelPort: 8473 },
    'user-cluster:pools': [{ name: 'md-a', replicas: 'many' }],
    'user-cluster:quota': 'none',
  };
  expect(check({ config })).toEqual([
    `${at(8, 'pools/0/rootDisk')}: missing; expected a mapping with image and sizeGiB`,
    `${at(9, 'pools/0/replicas')}: expected a whole number of 0 or more, got "many"`,
    `${at(5, 'cni/mtu')}: expected a whole number from 1280 to 8950, got 90`,
    `${at(6, 'cni/tunelPort')}: unknown key; did you mean "tunnelPort"?`,
    `${at(10, 'quota')}: expected a mapping with enabled, loadBalancers, loadBalancerPorts, volumes or headroom, got "none"`,
    `${at(2, 'cnii')}: unknown key; did you mean "cni"?`,
  ]);
});

test('names what no profile can have', () => {
  const target = { s3: { credentials: { secretAccessKey: 'canary' } } };
  const config = {
    pools: [],
    'user-cluster:extends': ['other'],
    'user-cluster:pullRequest': { repository: 'acme/shop', number: 12 },
    'user-cluster:oidc': { secure: 'AAAB' },
    'user-cluster:backup': { target },
  };
  const found = check({ config });
  expect(found).toEqual([
    'stacks/profiles/small.yaml:2: config/pools: unknown key; those of user clusters begin "user-cluster:"',
    `${at(3, 'extends')}: a profile cannot extend another one`,
    `${at(5, 'pullRequest')}: is of one cluster alone, which is destroyed with its pull request; a profile cannot say it`,
    `${at(8, 'oidc')}: is encrypted, and each stack has a key of its own: write it into the files of the clusters`,
    `${at(14, 'backup/target/s3/credentials/secretAccessKey')}: a secret in plain text; write it into the files of the clusters, encrypted`,
  ]);
  expect(found.join()).not.toContain('canary');
});

test('names a file that is none', () => {
  expect(check('pools: []\n')).toEqual([
    'stacks/profiles/small.yaml: : must have one key, "config", with a mapping of "user-cluster:" keys',
  ]);
  expect(check('config: [\n')).toEqual([
    expect.stringMatching(/^stacks\/profiles\/small.yaml: : is no YAML: .* at line 2, column 1:$/),
  ]);
  const unusable =
    'unusable name; it must be <name>.yaml, of lower-case letters, digits and dashes';
  expect(check({ config: {} }, 'Small.yaml')).toEqual([
    `stacks/profiles/Small.yaml: : ${unusable}`,
  ]);
  expect(check({ config: {} }, 'small.yml')).toEqual([`stacks/profiles/small.yml: : ${unusable}`]);
});
