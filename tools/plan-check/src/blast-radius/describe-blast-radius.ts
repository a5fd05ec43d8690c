// SPDX-License-Identifier: Apache-2.0
import type { BlastRadius } from './blast-radius.ts';
import type { Consequence, ConsequenceKind } from './consequence.ts';

/** Words for a kind of consequence: verb, singular, plural. */
const words: Readonly<Record<ConsequenceKind, readonly [string, string, string]>> = {
  'nodes-roll': ['rolls', 'node', 'nodes'],
  'nodes-added': ['adds', 'node', 'nodes'],
  'nodes-removed': ['removes', 'node', 'nodes'],
  'machines-restart': ['restarts', 'machine', 'machines'],
  'address-changes': ['changes', 'address', 'addresses'],
  'data-deleted': ['deletes', 'store of data', 'stores of data'],
  'rights-change': ['changes', 'right', 'rights'],
};

function said(kind: ConsequenceKind, count: number): string {
  const [verb, one, many] = words[kind];
  return `${verb} ${count} ${count === 1 ? one : many}`;
}

function line({ cluster, count, detail, environment, kind, subject }: Consequence): string {
  const where = cluster === undefined ? environment : `${environment}.${cluster}`;
  const more = detail === undefined ? '' : ` (${detail})`;
  return `  ${where}: ${subject}: ${said(kind, count)}${more}`;
}

/**
 * Returns a few lines for people: the sum, `rolls 6 nodes in 2 clusters, changes 1 address`, and a
 * line for each consequence.
 */
export function describeBlastRadius(radius: BlastRadius): string[] {
  const { clusters, consequences, resources, totals } = radius;
  if (resources === 0) return ['Nothing changes.'];
  const kinds = (Object.keys(words) as ConsequenceKind[]).filter((kind) => totals[kind] > 0);
  const changed = `${resources} ${resources === 1 ? 'resource' : 'resources'}`;
  if (kinds.length === 0) return [`Nobody notices: ${changed} changed.`];
  const [first = '', ...others] = kinds.map((kind) => {
    const hit = consequences.filter((one) => one.kind === kind && one.cluster !== undefined);
    const count = new Set(hit.map((one) => `${one.environment}.${one.cluster ?? ''}`)).size;
    const where =
      clusters.length < 2 || count === 0
        ? ''
        : ` in ${count} ${count === 1 ? 'cluster' : 'clusters'}`;
    return `${said(kind, totals[kind])}${where}`;
  });
  const sum = [first.charAt(0).toUpperCase() + first.slice(1), ...others].join(', ');
  return [`${sum}; ${changed} changed.`, ...consequences.map(line)];
}
