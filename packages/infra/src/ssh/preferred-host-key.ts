// SPDX-License-Identifier: Apache-2.0

/**
 * Which of a host's keys is named to the plugin and to KubeOne, which take one: the order in which
 * the SSH library of both asks a host for them, so that the host shows exactly this one.
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

/** `<type> <base64>` of the key that the host will be asked for first. */
export function preferredHostKey(hostKeys: readonly string[]): string {
  const keys = hostKeys.map((line) => line.trim().split(/\s+/).slice(0, 2).join(' '));
  const sorted = preferredTypes.flatMap((type) => keys.filter((key) => key.startsWith(`${type} `)));
  return sorted[0] ?? '';
}
