// SPDX-License-Identifier: Apache-2.0
import type { Consequence, ConsequenceKind } from './consequence.ts';
import { resourcesOf, withoutVersion } from './preview-steps.ts';
import type { Change, PreviewDigest } from './preview-steps.ts';
import { resourceEffects } from './resource-effects.ts';

/** The consequences of one or more previews together. */
export interface BlastRadius {
  readonly consequences: readonly Consequence[];
  /** Environments with any change, sorted. */
  readonly environments: readonly string[];
  readonly totals: Readonly<Record<ConsequenceKind, number>>;
  /** User clusters with any change, as `<environment>.<cluster>`, sorted. */
  readonly clusters: readonly string[];
  /** Number of resources that are created, changed or deleted. */
  readonly resources: number;
}

/** Returns `prod` and `shop` for the stack `prod.shop` of the program user-cluster. */
function ownerOf({ project, stack }: Change): { environment: string; cluster?: string } {
  const [environment = '', cluster] = stack.split('.');
  return project === 'user-cluster' && cluster !== undefined
    ? { environment, cluster }
    : { environment };
}

const rowOf = ({ type }: Change) =>
  resourceEffects.find((one) => one.type === withoutVersion(type));

function consequencesOf(change: Change, shown: readonly Change[]): Consequence[] {
  const { project, stack } = change;
  const beside = shown.filter((one) => one.project === project && one.stack === stack);
  const effects = rowOf(change)?.effectOf(change, beside) ?? [];
  return effects.map((effect) => ({ ...effect, ...ownerOf(change), urn: change.urn }));
}

/**
 * Returns the consequences of all changes, each effect on a subject of a stack once.
 *
 * @param shown - all resources that the previews show.
 */
function allConsequences(changes: readonly Change[], shown: readonly Change[]): Consequence[] {
  const keyOf = ({ cluster, environment, kind, subject }: Consequence) =>
    JSON.stringify([environment, cluster, kind, subject]);
  const isFallback = (change: Change) => rowOf(change)?.isFallback === true;
  const of = (some: readonly Change[]) => some.flatMap((change) => consequencesOf(change, shown));
  const certain = of(changes.filter((change) => !isFallback(change)));
  const counted = new Set(certain.map(keyOf));
  const others = of(changes.filter(isFallback));
  return [...certain, ...others.filter((one) => !counted.has(keyOf(one)))];
}

/**
 * Returns the consequences of what previews change.
 *
 * @param only - the environment to look at. Default: all.
 */
export function blastRadius(previews: readonly PreviewDigest[], only?: string): BlastRadius {
  const shown = previews
    .flatMap(resourcesOf)
    .filter((one) => only === undefined || ownerOf(one).environment === only);
  const changes = shown.filter(({ effect }) => effect !== 'unchanged');
  const consequences = allConsequences(changes, shown);
  const totals: Record<ConsequenceKind, number> = {
    'nodes-roll': 0,
    'nodes-added': 0,
    'nodes-removed': 0,
    'machines-restart': 0,
    'address-changes': 0,
    'data-deleted': 0,
    'rights-change': 0,
  };
  for (const { count, kind } of consequences) totals[kind] += count;
  const touched = changes
    .map(ownerOf)
    .flatMap(({ cluster, environment }) =>
      cluster === undefined ? [] : [`${environment}.${cluster}`],
    );
  return {
    consequences,
    environments: [...new Set(changes.map((change) => ownerOf(change).environment))].sort(),
    totals,
    clusters: [...new Set(touched)].sort(),
    resources: changes.length,
  };
}
