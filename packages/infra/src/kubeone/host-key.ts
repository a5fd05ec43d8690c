// SPDX-License-Identifier: Apache-2.0

/**
 * The order in which KubeOne's SSH library asks a host for its keys. KubeOne compares what it gets
 * with the one key in the manifest, so of a host's keys that one has to be in it.
 *
 * @see https://github.com/golang/crypto/blob/v0.53.0/ssh/common.go
 */
const preferred = [
  'ecdsa-sha2-nistp256',
  'ecdsa-sha2-nistp384',
  'ecdsa-sha2-nistp521',
  'ssh-rsa',
  'ssh-ed25519',
] as const;

/** The key that KubeOne will be shown, in base64. */
export function hostKeyForKubeone(hostKeys: readonly string[]): string {
  const rank = (line: string) =>
    preferred.findIndex((algorithm) => line.startsWith(`${algorithm} `));
  const [first = ''] = [...hostKeys].sort((one, other) => rank(one) - rank(other));
  return first.split(' ')[1] ?? '';
}
