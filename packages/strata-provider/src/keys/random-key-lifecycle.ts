// SPDX-License-Identifier: Apache-2.0
import { randomBytes } from 'node:crypto';
import { wholeNumber, type Lifecycle } from '../lifecycle/index.ts';

export interface RandomKeyInputs {
  readonly bytes: number;
}

export interface RandomKeyOutputs {
  readonly base64: string;
}

/** Lifecycle of `RandomKey`: never changes the key, because data that it encrypted could no longer be read. */
export const randomKeyLifecycle: Lifecycle<RandomKeyInputs, RandomKeyOutputs> = {
  fields: { bytes: wholeNumber('bytes', { min: 16, max: 512, fallback: 32 }) },
  outputs: ['base64'],
  secretOutputs: ['base64'],
  replacedBy: ['bytes'],
  renews: () => [],
  create: ({ bytes }) => Promise.resolve({ base64: randomBytes(bytes).toString('base64') }),
};
