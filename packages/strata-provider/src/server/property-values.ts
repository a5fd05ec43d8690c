// SPDX-License-Identifier: Apache-2.0
import { unknown } from '../lifecycle/index.ts';

/** Properties of a resource in Pulumi's wire format, in which secrets and unknown values are marked. */
export type WireProperties = Record<string, unknown>;

/** @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/properties.go */
const signatureKey = '4dabf18193072939515e22adb298388d';
const secretSignature = '1b47061264138c4ac30d75fd1eb44270';

/** @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/plugin/rpc.go */
const unknownSentinel = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** Returns the value marked as a secret. */
export function asSecret(value: unknown): unknown {
  return isSecret(value) ? value : { [signatureKey]: secretSignature, value: asWire(value) };
}

/** Returns a value in Pulumi's wire format. */
export function asWire(value: unknown): unknown {
  return value === unknown ? unknownSentinel : value;
}

/** Returns plain values without marks; a value that is not fully known becomes {@link unknown}. */
export function plainValues(properties: WireProperties): Record<string, unknown> {
  const entries = Object.entries(properties).filter(([name]) => !name.startsWith('__'));
  return Object.fromEntries(entries.map(([name, value]) => [name, plainValue(value)]));
}

function plainValue(value: unknown): unknown {
  if (value === unknownSentinel) return unknown;
  if (isSecret(value)) return plainValue(value.value);
  if (Array.isArray(value)) {
    const entries = value.map(plainValue);
    return entries.includes(unknown) ? unknown : entries;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, one]) => [name, plainValue(one)] as const);
  return entries.some(([, one]) => one === unknown) ? unknown : Object.fromEntries(entries);
}

/** Returns whether a value is marked as a secret or contains one. */
export function hasSecret(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return isSecret(value) || Object.values(value).some(hasSecret);
}

function isSecret(value: unknown): value is { readonly value: unknown } {
  return (value as Record<string, unknown> | null | undefined)?.[signatureKey] === secretSignature;
}
