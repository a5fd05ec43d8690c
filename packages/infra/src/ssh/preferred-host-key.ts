// SPDX-License-Identifier: Apache-2.0

/**
 * Types of host keys in the order in which the SSH library of the command plugin and of KubeOne asks
 * a host for them. Both accept only one key, so they get the first one, which the host will present.
 *
 * @see https://github.com/golang/crypto/blob/v0.53.0/ssh/common.go
 */
const preferredTypes = [
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
  'ssh-ed25519',
] as const;

/** Returns `<type> <base64>` of the key that the host is asked for first; `''` when it has none of these types. */
export function preferredHostKey(hostKeys: readonly string[]): string {
  const keys = hostKeys.map((line) => line.trim().split(/\s+/).slice(0, 2).join(' '));
  const sorted = preferredTypes.flatMap((type) => keys.filter((key) => key.startsWith(`${type} `)));
  return sorted[0] ?? '';
}
