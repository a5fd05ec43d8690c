// SPDX-License-Identifier: Apache-2.0
import type { Lifecycle } from '../lifecycle/index.ts';
import { newPrivateKey, privateKeyPem, publicKeyPem } from './key-pair.ts';

export interface SigningKeyOutputs {
  readonly privateKeyPem: string;
  readonly publicKeyPem: string;
}

/** Lifecycle of `SigningKey`: never changes the key, because tokens that it signed would become invalid. */
export const signingKeyLifecycle: Lifecycle<object, SigningKeyOutputs> = {
  fields: {},
  outputs: ['privateKeyPem', 'publicKeyPem'],
  secretOutputs: ['privateKeyPem'],
  replacedBy: [],
  renews: () => [],
  create: () => {
    const key = newPrivateKey();
    return Promise.resolve({ privateKeyPem: privateKeyPem(key), publicKeyPem: publicKeyPem(key) });
  },
};
