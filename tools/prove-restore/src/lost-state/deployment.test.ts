// SPDX-License-Identifier: Apache-2.0
import type { KeyResource } from '@strata/user-cluster/lost-state';
import { readExport, stateOf, withKeys } from './deployment.ts';

const providers = { type: 'passphrase', state: { salt: 'v1:salt' } };
const empty = readExport(
  JSON.stringify({ version: 3, deployment: { secrets_providers: providers, metadata: {} } }),
);

const key: KeyResource = {
  type: 'strata:keys:RandomKey',
  name: 'shop-keys-encryption',
  parents: [
    { type: 'strata:user-cluster:UserCluster', name: 'shop' },
    { type: 'strata:user-cluster:ClusterKeys', name: 'shop-keys' },
  ],
  inputs: { bytes: 32 },
  outputs: { base64: 'c2VjcmV0' },
  secrets: ['base64'],
};

const begin = 'urn:pulumi:production.shop::user-cluster::';

// Proves: backups.lost-state
test('a state of keys has their components, a provider, and secrets that Pulumi encrypts', () => {
  const state = withKeys(empty, 'production.shop', [key]) as {
    deployment: { resources: object[] };
  };
  const id: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/);
  const keys = `${begin}strata:user-cluster:UserCluster$strata:user-cluster:ClusterKeys`;
  expect(state).toEqual({
    version: 3,
    deployment: {
      secrets_providers: providers,
      metadata: {},
      resources: [
        {
          urn: `${begin}pulumi:pulumi:Stack::user-cluster-production.shop`,
          custom: false,
          type: 'pulumi:pulumi:Stack',
          outputs: { strataRestoresState: true },
        },
        {
          urn: `${begin}pulumi:providers:strata::default`,
          custom: true,
          type: 'pulumi:providers:strata',
          id,
        },
        {
          urn: `${begin}strata:user-cluster:UserCluster::shop`,
          custom: false,
          type: 'strata:user-cluster:UserCluster',
          parent: `${begin}pulumi:pulumi:Stack::user-cluster-production.shop`,
        },
        {
          urn: `${keys}::shop-keys`,
          custom: false,
          type: 'strata:user-cluster:ClusterKeys',
          parent: `${begin}strata:user-cluster:UserCluster::shop`,
        },
        {
          urn: `${keys}$strata:keys:RandomKey::shop-keys-encryption`,
          custom: true,
          id: 'shop-keys-encryption',
          type: 'strata:keys:RandomKey',
          inputs: { bytes: 32 },
          outputs: {
            base64: {
              '4dabf18193072939515e22adb298388d': '1b47061264138c4ac30d75fd1eb44270',
              plaintext: '"c2VjcmV0"',
            },
          },
          parent: `${keys}::shop-keys`,
          provider: expect.stringMatching(
            /::pulumi:providers:strata::default::[0-9a-f-]{36}$/,
          ) as unknown,
          additionalSecretOutputs: ['base64'],
        },
      ],
    },
  });
});

test('a stack that does not say how secrets are encrypted gets no keys', () => {
  const bare = readExport('{"version":3,"deployment":{}}');
  expect(() => withKeys(bare, 'production.shop', [key])).toThrow(
    'The state of production.shop does not say how its secrets are encrypted: delete the stack (pulumi -C packages/user-cluster stack rm production.shop), and run this again, which makes it anew.',
  );
});

test('a stack is empty, has keys, is being taken on, or has a state of its own', () => {
  expect(stateOf(empty)).toBe('empty');
  const { deployment, version } = withKeys(empty, 'production.shop', [key]) as {
    deployment: { resources: object[] };
    version: number;
  };
  const with_ = (...more: readonly object[]) =>
    readExport(
      JSON.stringify({
        version,
        deployment: { ...deployment, resources: [...deployment.resources, ...more] },
      }),
    );
  expect(stateOf(with_())).toBe('keys');
  expect(stateOf(with_({ urn: 'u', type: 'kubernetes:core/v1:Namespace' }))).toBe('begun');
  const [root = {}, ...others] = deployment.resources;
  const whole = { version, deployment: { resources: [{ ...root, outputs: {} }, ...others] } };
  expect(stateOf(readExport(JSON.stringify(whole)))).toBe('whole');
});

test('another text is refused without any of it', () => {
  expect(() => readExport('c2VjcmV0')).toThrow(
    'The state is not what "pulumi stack export" prints.',
  );
});
