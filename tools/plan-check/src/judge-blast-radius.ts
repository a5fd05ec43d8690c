// SPDX-License-Identifier: Apache-2.0
import {
  blastRadius,
  blastRadiusFile,
  blastRadiusLimits,
  describeBlastRadius,
  excesses,
} from './blast-radius/index.ts';
import type {
  BlastRadius,
  EnvironmentTotals,
  LimitExcess,
  PreviewDigest,
} from './blast-radius/index.ts';
import { describeNewStack, readPreview } from './blast-radius/read-preview.ts';
import type { NewStack, PreviewText } from './blast-radius/read-preview.ts';
import { readChecked } from './read-yaml.ts';
import type { Report } from './report.ts';

/**
 * Returns a message for each failed preview, because it does not show everything that would happen.
 */
function failures(previews: readonly PreviewDigest[]): string[] {
  const messages = previews
    .flatMap(({ diagnostics }) => diagnostics)
    .filter(({ severity }) => severity === 'error')
    .map(({ message = '' }) => message.replaceAll(/\s+/g, ' ').trim());
  // The engine's own last message does not give the reason.
  const reasons = messages.filter((message) => message !== 'error: preview failed');
  return (reasons.length > 0 ? reasons : messages).map(
    (message) => `The preview is not complete: ${message}`,
  );
}

/** Returns a sentence about a limit that a change exceeds. */
export function describeExcess(environment: string, { found, key, limit }: LimitExcess): string {
  const fix = 'make the change in smaller steps, or raise the limit in the same commit';
  return `${blastRadiusFile(environment)}: ${key}: ${found} are more than ${limit}; ${fix}`;
}

/** Limit of one environment that previews exceed. */
type EnvironmentExcess = LimitExcess & { readonly environment: string };

function excessesOf(root: string, environment: string, totals: EnvironmentTotals): LimitExcess[] {
  const limits = readChecked(root, blastRadiusFile(environment), blastRadiusLimits);
  return limits === undefined ? [] : excesses(totals, limits);
}

function describeExcesses(found: readonly EnvironmentExcess[]): string[] {
  return found.map(({ environment, ...one }) => describeExcess(environment, one));
}

/** Returns the sum of previews, with the environments and clusters of stacks that are new. */
function radiusWith(
  previews: readonly PreviewDigest[],
  newStacks: readonly NewStack[],
  only?: string,
): BlastRadius {
  const radius = blastRadius(previews, only);
  const made = newStacks.filter(({ environment }) => only === undefined || environment === only);
  const clusters = made.flatMap(({ cluster, stack }) => (cluster === undefined ? [] : [stack]));
  const environments = made.map(({ environment }) => environment);
  return {
    ...radius,
    environments: [...new Set([...radius.environments, ...environments])].sort(),
    clusters: [...new Set([...radius.clusters, ...clusters])].sort(),
  };
}

function findExcesses(
  root: string,
  previews: readonly PreviewDigest[],
  newStacks: readonly NewStack[] = [],
): EnvironmentExcess[] {
  return radiusWith(previews, newStacks).environments.flatMap((environment) => {
    const excess = excessesOf(root, environment, radiusWith(previews, newStacks, environment));
    return excess.map((one) => ({ environment, ...one }));
  });
}

/**
 * Returns a sentence for each limit of an environment that a sum of consequences exceeds.
 *
 * @param root - folder of the repository with the limits.
 */
export function exceededByTotals(
  root: string,
  environment: string,
  totals: EnvironmentTotals,
): string[] {
  return excessesOf(root, environment, totals).map((one) => describeExcess(environment, one));
}

/**
 * Returns a sentence for each limit of their environments that previews exceed.
 *
 * @param root - folder of the repository with the limits.
 */
export function exceededLimits(root: string, previews: readonly PreviewDigest[]): string[] {
  return describeExcesses(findExcesses(root, previews));
}

/**
 * Reports what previews do, and fails if it is more than the limits of their environments allow.
 *
 * @param root - folder of the repository with the limits.
 */
export function judgeBlastRadius(
  root: string,
  texts: readonly PreviewText[],
  json: boolean,
): Report {
  const read = texts.map(readPreview);
  const previews = read.map(({ digest }) => digest);
  const newStacks = read.flatMap(({ newStack }) => newStack ?? []);
  const radius = radiusWith(previews, newStacks);
  const limits = findExcesses(root, previews, newStacks);
  const failed = failures(previews);
  const isAllNew = radius.resources === 0 && newStacks.length > 0;
  const stacks = newStacks.map(({ stack }) => stack);
  const lines = json
    ? [JSON.stringify({ ...radius, newStacks: stacks, limits, failures: failed }, undefined, 2)]
    : [
        ...(isAllNew ? [] : describeBlastRadius(radius)),
        ...newStacks.map(describeNewStack),
        ...describeExcesses(limits),
        ...failed,
      ];
  return { lines, failed: limits.length > 0 || failed.length > 0 };
}
