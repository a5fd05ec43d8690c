// SPDX-License-Identifier: Apache-2.0

/** How the engine shows a secret: in the clear of a log, and as a value of the state. */
export const secretText = '[secret]';

/** How Pulumi writes a value that is not known yet; everything satisfies it. @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/resource/stack/deployment.go#L66 */
export const unknownValue = '04da6b54-80e4-46f7-96ec-b56ff0331ba9';

/** Kinds all of whose content is secret, whoever reads them. */
export const secretKinds: readonly string[] = [
  'kubernetes:core/v1:Secret',
  'kubernetes:core/v1:SecretPatch',
];

/** Names of fields that hold secrets, or texts with secrets in them, whatever their value looks like. */
const secretName =
  /(password|passphrase|token|secret|credentials?|private_?key|access_?key|user_?data|kubeconfig|stringdata|encryptionsalt|encryptedkey)$/i;

/** A variable of a container is named by its neighbour, which may be `PASSWORD`. */
const variable = /\benv\[\d+\]\.value$/;

/** An argument such as `--password=...`, and every PEM block: keys and certificates. */
const secretValue = /(password|passphrase|token|secret)["']?\s*[:=]|-----BEGIN /i;

/** Characters of a value that is short. */
const longestValue = 40;

/** Whether values under a key of this name may be secrets. */
export function isSecretName(key: string): boolean {
  return secretName.test(key);
}

/** Whether a text has something in it that looks like a secret. */
export function looksSecret(text: string): boolean {
  return secretValue.test(text);
}

/**
 * Whether people may see values of a field of a resource.
 *
 * @param field - such as `spec.ports[0].port`.
 */
export function mayShow(type: string, field: string): boolean {
  if (secretKinds.includes(type) || variable.test(field)) return false;
  return !field.split(/[.[\]"]+/).some(isSecretName);
}

/** A value as people read it; undefined: it is long, a whole object, a secret, or not known yet. */
export function shownValue(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  if (typeof value !== 'string' || value === '') return undefined;
  if (value === secretText || value.includes(unknownValue) || looksSecret(value)) return undefined;
  return value.length <= longestValue && /^[\p{L}\p{N}\p{P}\p{S} ]+$/u.test(value)
    ? value
    : undefined;
}
