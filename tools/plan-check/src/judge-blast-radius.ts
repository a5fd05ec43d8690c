// SPDX-License-Identifier: Apache-2.0
import {
  blastRadius,
  blastRadiusFile,
  blastRadiusLimits,
  describeBlastRadius,
  excesses,
  previewDigest,
} from '@strata/contracts';
import type { LimitExcess, PreviewDigest } from '@strata/contracts';
import { checked, readChecked } from './read-yaml.ts';
import { PlanError } from './report.ts';
import type { Report } from './report.ts';

/** A preview, and how messages call it: its file, or `standard input`. */
export interface PreviewText {
  readonly name: string;
  readonly text: string;
}

/** @throws PlanError when it is not what `pulumi preview --json` prints. */
function read({ name, text }: PreviewText): PreviewDigest {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new PlanError(`${name} is no JSON: it must be the output of pulumi preview --json.`);
  }
  return checked(value, name, previewDigest);
}

/** What is known of a preview that has failed is not all that would happen. */
function failures(previews: readonly PreviewDigest[]): string[] {
  const messages = previews
    .flatMap(({ diagnostics }) => diagnostics)
    .filter(({ severity }) => severity === 'error')
    .map(({ message = '' }) => message.replaceAll(/\s+/g, ' ').trim());
  // The engine's own last word says nothing about the reason.
  const reasons = messages.filter((message) => message !== 'error: preview failed');
  return (reasons.length > 0 ? reasons : messages).map(
    (message) => `The preview is not complete: ${message}`,
  );
}

/** A limit that a change goes beyond, in words. */
export function describeExcess(environment: string, { found, key, limit }: LimitExcess): string {
  const fix = 'make the change in smaller steps, or raise the limit in the same commit';
  return `${blastRadiusFile(environment)}: ${key}: ${found} are more than ${limit}; ${fix}`;
}

/** One limit of one environment that previews go beyond. */
type EnvironmentExcess = LimitExcess & { readonly environment: string };

function findExcesses(root: string, previews: readonly PreviewDigest[]): EnvironmentExcess[] {
  return blastRadius(previews).environments.flatMap((environment) => {
    const limits = readChecked(root, blastRadiusFile(environment), blastRadiusLimits);
    if (limits === undefined) return [];
    const excess = excesses(blastRadius(previews, environment), limits);
    return excess.map((one) => ({ environment, ...one }));
  });
}

/**
 * What previews do beyond their environments' limits, in words.
 *
 * @param root - of the repository with the limits.
 */
export function exceededLimits(root: string, previews: readonly PreviewDigest[]): string[] {
  return findExcesses(root, previews).map(({ environment, ...one }) =>
    describeExcess(environment, one),
  );
}

/**
 * Says what previews do, and whether it is more than their environments' limits allow.
 *
 * @param root - of the repository with the limits.
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
