// SPDX-License-Identifier: Apache-2.0
import { kubeone as schema } from '../config/kubeone-fields.ts';
import { checkEncryption } from './check-encryption.ts';
import { wantedSettings } from './late-settings.ts';

const config = (encryptionAtRest: boolean, more: object = {}) =>
  schema.parse({
    version: '1.35.4',
    apiEndpoint: { host: '10.0.0.9' },
    features: { encryptionAtRest },
    ...more,
  });

const encrypted = wantedSettings(config(true), []);
const plain = wantedSettings(config(false), []);

test('refuses to switch encryption at rest off, by which KubeOne loses the key', () => {
  expect(checkEncryption(encrypted, config(false))).toEqual([
    {
      path: ['kubeone', 'features', 'encryptionAtRest'],
      message:
        'the Secrets of this cluster are encrypted, and nobody could read them any more: with the next update of Kubernetes, KubeOne deletes the key from all hosts while Secrets are still encrypted with it. Set it back to true; if you have decrypted all Secrets by hand and taken --encryption-provider-config from all API servers, add "features.encryptionAtRest" to kubeone.changedByHand',
    },
  ]);
});

test('accepts encryption at rest that stays, or that is switched on', () => {
  expect(checkEncryption(encrypted, config(true))).toEqual([]);
  expect(checkEncryption(plain, config(false))).toEqual([]);
  expect(checkEncryption(plain, config(true))).toEqual([]);
});

test('accepts Secrets that people have decrypted by hand', () => {
  const changedByHand = ['features.encryptionAtRest'];
  expect(checkEncryption(encrypted, config(false, { changedByHand }))).toEqual([]);
});

test('refuses it while an API server has keys, whatever is recorded or done by hand', () => {
  const changedByHand = ['features.encryptionAtRest'];
  const kubeone = config(false, { changedByHand });
  expect(checkEncryption({}, kubeone, ['kube-apiserver-metal-0'])).toEqual(
    checkEncryption(encrypted, config(false)),
  );
});

test('checks nothing before the first run', () => {
  expect(checkEncryption({}, config(false))).toEqual([]);
});
