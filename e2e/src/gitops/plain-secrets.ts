// SPDX-License-Identifier: Apache-2.0

/** How Pulumi marks a secret in a state. @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/go/common/resource/sig/sig.go */
const signatureKey = '4dabf18193072939515e22adb298388d';

/** Shorter texts, such as `true`, stand anywhere. */
const shortest = 12;

/** A part of this length is random in a key, a certificate or a token, and stands for the whole text. */
const longEnough = 32;

/**
 * Returns the longest part of a text that JSON, HTML and Markdown leave as it is. They escape quotes and
 * line breaks, so no report would have a key or a kubeconfig as a whole.
 */
function neverEscaped(text: string): string {
  const [longest = ''] = (text.match(/[A-Za-z0-9+/=]+/g) ?? []).sort(
    (one, other) => other.length - one.length,
  );
  return longest.length < longEnough ? text : longest;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length < shortest ? [] : [neverEscaped(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : [];
}

/**
 * Of every text that is a secret in a state, which was exported with `--show-secrets`, what is to be
 * found wherever the text is shown.
 */
export function plainSecrets(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (signatureKey in value && 'plaintext' in value && typeof value.plaintext === 'string') {
    return textsOf(JSON.parse(value.plaintext));
  }
  return Object.values(value).flatMap(plainSecrets);
}
