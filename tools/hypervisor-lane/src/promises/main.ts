// SPDX-License-Identifier: Apache-2.0
import { allPromises } from './all-promises.ts';
import { ClusterReader, UnreadKind } from './cluster-reader.ts';
import { judge, type Verdict } from './judge.ts';
import { clusterKinds, isAbout } from './promise.ts';
import { linesOf, sumOf } from './report.ts';

const kind = clusterKinds.find((one) => one === process.argv[2]);
if (kind === undefined) {
  throw new Error(`the first argument must be one of ${clusterKinds.join(', ')}`);
}

const { objectsOf } = new ClusterReader();
const verdicts: Verdict[] = [];
const unread = new Map<string, string>();
for (const promise of allPromises.filter((one) => isAbout(one, kind))) {
  try {
    verdicts.push(judge(promise, objectsOf));
  } catch (error) {
    if (!(error instanceof UnreadKind)) throw error;
    unread.set(error.kind, error.message);
  }
}
const lines = [
  ...verdicts.flatMap((verdict) => linesOf(verdict, kind)),
  ...[...unread].map(([name, reason]) => `unread ${name}: ${reason}`),
  `${sumOf(verdicts)}${unread.size === 0 ? '' : `; ${unread.size} kinds not read`}`,
];
console.log(lines.join('\n'));
if (verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
else if (unread.size > 0) process.exitCode = 2;
