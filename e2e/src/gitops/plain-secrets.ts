// SPDX-License-Identifier: Apache-2.0

/** How Pulumi marks a secret in a state. @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/sig/sig.go */
const signatureKey = '4dabf18193072939515e22adb298388d';

/** Shorter texts, such as `true`, stand anywhere. */
const shortest = 12;

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length < shortest ? [] : [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/** Every text that is a secret in a state, which was exported with `--show-secrets`. */
export function plainSecrets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (signatureKey in value && 'plaintext' in value && typeof value.plaintext === 'string') {
    return textsOf(JSON.parse(value.plaintext));
  }
  return Object.values(value).flatMap(plainSecrets);
}
