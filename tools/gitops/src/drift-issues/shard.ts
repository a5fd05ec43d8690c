// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { GitopsError } from '../gitops-error.ts';

/** One of several equal parts of all stacks, such as `2/5`. */
export interface Shard {
  /** Number of the part, from 1. */
  readonly part: number;
  readonly of: number;
}

/**
 * Parses a part.
 *
 * @throws GitopsError when the text is not of the form `2/5`.
 */
export function parseShard(text: string): Shard {
  const [, part = '', of = ''] = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text) ?? [];
  const shard = { part: Number(part), of: Number(of) };
  if (part === '' || shard.part > shard.of) {
    throw new GitopsError(
      `--shard is "${text}"; it must be a part and how many there are, such as 2/5.`,
    );
  }
  return shard;
}

/**
 * Returns whether a stack is in a part. It stays in its part when other stacks are added or
 * removed.
 */
export function inShard(stack: string, { of, part }: Shard): boolean {
  const hash = createHash('sha256').update(stack).digest();
  return (hash.readUInt32BE(0) % of) + 1 === part;
}
