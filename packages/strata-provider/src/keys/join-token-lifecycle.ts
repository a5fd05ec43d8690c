// SPDX-License-Identifier: Apache-2.0
import { randomInt } from 'node:crypto';
import { isChanged, milliseconds, wholeNumber, type Lifecycle } from '../lifecycle/index.ts';

export interface JoinTokenInputs {
  readonly lifetimeHours: number;
  readonly renewBeforeHours: number;
  readonly validFrom: string;
}

export interface JoinTokenOutputs {
  /** ID of the token; the name `id` is reserved by Pulumi. */
  readonly tokenId: string;
  readonly value: string;
  readonly expiration: string;
}

const hours = { min: 1, max: 87_600 };

/** Lifecycle of `JoinToken`: replaces ID and secret of the token well before it expires. */
export const joinTokenLifecycle: Lifecycle<JoinTokenInputs, JoinTokenOutputs> = {
  fields: {
    lifetimeHours: wholeNumber('hours', { ...hours, fallback: 720 }),
    renewBeforeHours: wholeNumber('hours', { ...hours, min: 0, fallback: 360 }),
  },
  outputs: ['tokenId', 'value', 'expiration'],
  secretOutputs: ['value'],
  replacedBy: [],
  check: ({ lifetimeHours = Infinity, renewBeforeHours = 0 }) =>
    renewBeforeHours < lifetimeHours
      ? []
      : [
          {
            property: 'renewBeforeHours',
            reason: `must be less than lifetimeHours (${lifetimeHours})`,
          },
        ],
  renews: (next, before) =>
    isChanged(next, before.inputs, ['validFrom']) ? ['tokenId', 'value', 'expiration'] : [],
  term: {
    of: (inputs) => ({
      lifetimeMilliseconds: inputs.lifetimeHours * milliseconds.hour,
      renewBeforeMilliseconds: inputs.renewBeforeHours * milliseconds.hour,
    }),
    startedBy: ['lifetimeHours'],
  },
  create: ({ lifetimeHours, validFrom }) => {
    const tokenId = randomText(6);
    const end = new Date(Date.parse(validFrom) + lifetimeHours * milliseconds.hour);
    return Promise.resolve({
      tokenId,
      value: `${tokenId}.${randomText(16)}`,
      // Without fractions of a second, as Kubernetes writes it.
      expiration: end.toISOString().replace(/\.\d+Z$/, 'Z'),
    });
  },
};

/** Characters of tokens. @see https://kubernetes.io/docs/reference/access-authn-authz/bootstrap-tokens/#token-format */
const alphabet = '0123456789abcdefghijklmnopqrstuvwxyz';

function randomText(length: number): string {
  return Array.from({ length }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
}
