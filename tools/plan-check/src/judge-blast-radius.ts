// SPDX-License-Identifier: Apache-2.0
import {
  blastRadius,
  blastRadiusFile,
  blastRadiusLimits,
  describeBlastRadius,
  excesses,
  previewDigest,
} from './blast-radius/index.ts';
import type { EnvironmentTotals, LimitExcess, PreviewDigest } from './blast-radius/index.ts';
import { checked, readChecked } from './read-yaml.ts';
import { PlanError } from './report.ts';
import type { Report } from './report.ts';

/** Preview, with its name in messages: its file, or `standard input`. */
export interface PreviewText {
  readonly name: string;
  readonly text: string;
}

/**
 * Reads a preview.
 *
 * @throws PlanError when it is not the output of `pulumi preview --json`.
 */
function read({ name, text }: PreviewText): PreviewDigest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PlanError(`${name} is no JSON: it must be the output of pulumi preview --json.`);
  }
  return checked(value, name, previewDigest);
}

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

function findExcesses(root: string, previews: readonly PreviewDigest[]): EnvironmentExcess[] {
  return blastRadius(previews).environments.flatMap((environment) => {
    const excess = excessesOf(root, environment, blastRadius(previews, environment));
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
  return findExcesses(root, previews).map(({ environment, ...one }) =>
    describeExcess(environment, one),
  );
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
  const previews = texts.map(read);
  const radius = blastRadius(previews);
  const limits = findExcesses(root, previews);
  const failed = failures(previews);
  const lines = json
    ? [JSON.stringify({ ...radius, limits, failures: failed }, undefined, 2)]
    : [...describeBlastRadius(radius), ...exceededLimits(root, previews), ...failed];
  return { lines, failed: limits.length > 0 || failed.length > 0 };
}
