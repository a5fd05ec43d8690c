// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { GitopsError } from '../gitops-error.ts';

/** One of several equal parts of all stacks: `2/5`. */
export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

/** @throws GitopsError when it is not such as `2/5`. */
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

/** Whether a stack is in a part. It stays there whatever other stacks come and go. */
export function inShard(stack: string, { of, part }: Shard): boolean {
  const hash = createHash('sha256').update(stack).digest();
  return (hash.readUInt32BE(0) % of) + 1 === part;
}
