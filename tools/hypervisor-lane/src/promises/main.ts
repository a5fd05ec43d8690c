// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { allPromises } from './all-promises.ts';
import { judge, type ClusterObject } from './judge.ts';
import { clusterKinds, isAbout } from './promise.ts';
import { linesOf, sumOf } from './report.ts';

const kind = clusterKinds.find((one) => one === process.argv[2]);
if (kind === undefined) {
  throw new Error(`the first argument must be one of ${clusterKinds.join(', ')}`);
}

/** Objects by kind: each kind is read once. */
const known = new Map<string, readonly ClusterObject[]>();

/** Reads the objects of a kind from the cluster that KUBECONFIG names. */
function objectsOf(resource: string): readonly ClusterObject[] {
  const before = known.get(resource);
  if (before !== undefined) return before;
  const args = ['get', resource, '--all-namespaces', '--output=json', '--request-timeout=60s'];
  const objects = readList(args);
  known.set(resource, objects);
  return objects;
}

function readList(args: readonly string[]): readonly ClusterObject[] {
  try {
    const options = { encoding: 'utf8', maxBuffer: 2 ** 29 } as const;
    const text = execFileSync('kubectl', args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    return (JSON.parse(text) as { items: ClusterObject[] }).items;
  } catch (error) {
    const { stderr = '' } = error as { stderr?: string };
    if (stderr.includes("the server doesn't have a resource type")) return [];
    throw error;
  }
}

const verdicts = allPromises
  .filter((promise) => isAbout(promise, kind))
  .map((promise) => judge(promise, objectsOf));
console.log(verdicts.flatMap((verdict) => linesOf(verdict, kind)).join('\n'));
console.log(sumOf(verdicts));
if (verdicts.some(({ broken }) => broken.length > 0)) process.exitCode = 1;
