// SPDX-License-Identifier: Apache-2.0
import type { Verdict } from './judge.ts';
import { clusterOf, type ClusterKind, type FieldPromise, type Must } from './promise.ts';

/** Characters of a found value that are shown. */
const shown = 160;

/** Returns what a field must be, in words. */
function wordsOf(must: Must): string {
  if ('is' in must) return `is ${must.is}`;
  if ('matches' in must) return `matches ${must.matches}`;
  if ('sameAs' in must) return `has the values of ${must.sameAs}`;
  if ('among' in must) return `is a ${must.among.field} of ${must.among.kind}`;
  return `is at most ${must.within} s ago`;
}

/** Returns a promise in words. */
export function describePromise({ of, field, must }: FieldPromise): string {
  const conditions = (['where', 'without'] as const).flatMap((word) =>
    Object.entries(of[word] ?? {}).map(
      ([path, pattern]) => ` ${word === 'where' ? 'with' : word} ${path} ~ ${pattern}`,
    ),
  );
  return `${of.kind}${conditions.join(',')}: ${field} ${wordsOf(must)}`;
}

const short = (text: string) => (text.length > shown ? `${text.slice(0, shown)}...` : text);

/** Returns one line about a verdict, and one more for every object that breaks the promise. */
export function linesOf({ promise, asked, example, broken }: Verdict, kind: ClusterKind): string[] {
  const played = promise.played.filter((file) => clusterOf(file) === kind).join(', ');
  const what = `${played}: ${describePromise(promise)}`;
  if (asked === 0) return [`unasked ${what}`];
  if (broken.length === 0) return [`kept    ${what} (${asked}: ${short(example)})`];
  return [
    `BROKEN  ${what} (upstream: ${promise.upstream})`,
    ...broken.map((found) => `        ${short(found)}`),
  ];
}

/** Returns how many promises were kept, broken and not asked. */
export function sumOf(verdicts: readonly Verdict[]): string {
  const unasked = verdicts.filter(({ asked }) => asked === 0).length;
  const broken = verdicts.filter((one) => one.broken.length > 0).length;
  const kept = verdicts.length - unasked - broken;
  return `${kept} promises kept, ${broken} broken, ${unasked} not asked, because the cluster has no such object`;
}
