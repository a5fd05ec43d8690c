// SPDX-License-Identifier: Apache-2.0

/**
 * Errors of restic about data that the repository has lost, or has with another content. All other errors say
 * something of this machine, the network or the server.
 *
 * @see https://github.com/restic/restic/blob/v0.18.1/internal/repository/repository.go (loadBlob, streamPack)
 * @see https://github.com/restic/restic/blob/v0.18.1/internal/repository/raw.go (LoadRaw)
 */
const ofRepository = new RegExp(
  [
    'ciphertext verification failed',
    'ciphertext too short',
    'decompressi(on|ng) .*failed',
    'wrong data returned, hash is',
    'invalid data returned',
    'invalid blob length',
    'overlapping blobs in pack',
    'file is too short',
    'not found in repository',
    'Unknown blob',
    String.raw`\(<data/\w+>\): (open .*: no such file or directory|The specified key does not exist)`,
  ].join('|'),
);

/**
 * Errors of etcdutl and etcd about the content of a snapshot. A snapshot that is not in the backup, or is empty, is
 * damaged too: restic has restored everything that there is.
 *
 * @see https://github.com/etcd-io/etcd/blob/v3.6.5/etcdutl/snapshot/v3_snapshot.go
 * @see https://github.com/etcd-io/bbolt/blob/v1.4.3/errors/errors.go
 */
const ofSnapshot = new RegExp(
  [
    'expected sha256',
    'snapshot missing hash',
    String.raw`seek .*etcd\.db: invalid argument`,
    String.raw`open .*etcd\.db: no such file or directory`,
    'invalid database',
    'checksum error',
    'version mismatch',
    'assertion failed: ',
    'invalid page type',
    'invalid freelist page',
    'above high water mark',
  ].join('|'),
);

function firstLine(said: string, words: RegExp): string | undefined {
  return said.split('\n').find((line) => words.test(line));
}

/** Returns the first line of restic's about damage of the repository; undefined when there is none. */
export const damageOfRepository = (said: string) => firstLine(said, ofRepository);

/** Returns the first line of etcdutl's or etcd's about damage of a snapshot; undefined when there is none. */
export const damageOfSnapshot = (said: string) => firstLine(said, ofSnapshot);
