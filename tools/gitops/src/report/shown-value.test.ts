// SPDX-License-Identifier: Apache-2.0
import { isSecretName, mayShow, shownValue } from './shown-value.ts';

test.each([
  'password',
  'adminPassword',
  'admin_password',
  'passphrase',
  'token',
  'joinToken',
  'secret',
  'clientSecret',
  'credentials',
  'credential',
  'privateKey',
  'private_key',
  'accessKey',
  'userData',
  'user_data',
  'kubeconfig',
  'stringData',
  'encryptionsalt',
  'encryptedkey',
])('%s is the name of a secret', (name) => {
  expect(isSecretName(name)).toBe(true);
});

test.each(['secretRef', 'secretName', 'kubeconfigs', 'tokenLifetimeDays', 'key', 'data', 'name'])(
  '%s is not',
  (name) => {
    expect(isSecretName(name)).toBe(false);
  },
);

const map = 'kubernetes:core/v1:ConfigMap';

test.each([
  [map, 'data.a', true],
  [map, 'metadata.annotations."example.org/a"', true],
  [map, 'data.kubeconfig', false],
  [map, 'spec.userData.x[0]', false],
  [map, 'metadata.annotations."example.org/token"', false],
  ['kubernetes:core/v1:Secret', 'metadata.name', false],
  ['kubernetes:core/v1:SecretPatch', 'metadata.name', false],
  ['kubernetes:apps/v1:Deployment', 'spec.template.spec.containers[0].env[1].value', false],
  ['kubernetes:apps/v1:Deployment', 'spec.template.spec.containers[0].env[1].name', true],
])('of %s, values of %s may be shown: %s', (type, field, expected) => {
  expect(mayShow(type, field)).toBe(expected);
});

test.each([
  [4, '4'],
  [false, 'false'],
  ['standard-4', 'standard-4'],
  ['ein Gerät mit 2 Größen', 'ein Gerät mit 2 Größen'],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), undefined],
  ['', undefined],
  ['a\nb', undefined],
  ['a\u202eb', undefined],
  ['[secret]', undefined],
  ['04da6b54-80e4-46f7-96ec-b56ff0331ba9', undefined],
  ['--token=abc', undefined],
  ['password: abc', undefined],
  ['-----BEGIN PUBLIC KEY-----', undefined],
  [undefined, undefined],
  [null, undefined],
  [{ a: 1 }, undefined],
  [['a'], undefined],
])('%j is shown as %j', (value, expected) => {
  expect(shownValue(value)).toBe(expected);
});
