// SPDX-License-Identifier: Apache-2.0
import { writeFileAtomically } from '@strata/manifests/write-file';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { GitopsError } from '../gitops-error.ts';

/**
 * How a deployment of a ring ended, beside its reports. The jobs of rings are started one after the
 * other by the forge; one that a person starts again by itself learns from this how those before it ended.
 */
const ringResult = z.strictObject({
  version: z.literal(1),
  ring: z.string(),
  /** Environments of the ring that were deployed. */
  environments: z.array(z.string()),
  /** The commit that was deployed. */
  commit: z.string(),
  endedWell: z.boolean(),
});

/** How a deployment of a ring ended. */
export type RingResult = z.output<typeof ringResult>;

const resultFile = (folder: string, ring: string) => join(folder, `ring.${ring}.json`);

/** Writes how a ring ended. */
export function writeRingResult(folder: string, result: Omit<RingResult, 'version'>): void {
  const content: RingResult = { version: 1, ...result };
  const text = `${JSON.stringify(content, undefined, 2)}\n`;
  writeFileAtomically(resultFile(folder, result.ring), text);
}

/** Ring that must have ended well. */
type RequiredRing = Pick<RingResult, 'environments'> & { readonly name: string };

function endedWell(file: string, { environments }: RequiredRing, commit: string): boolean {
  if (!existsSync(file)) return false;
  try {
    const result = ringResult.parse(JSON.parse(readFileSync(file, 'utf8')));
    const isWhole = environments.every((one) => result.environments.includes(one));
    return isWhole && result.commit === commit && result.endedWell;
  } catch {
    return false;
  }
}

/**
 * Refuses to go on unless rings ended well.
 *
 * @param folder - folder with the results of all of them.
 * @param commit - the commit that is checked out.
 * @throws GitopsError naming the first ring without a good end.
 */
export function requireRings(folder: string, rings: readonly RequiredRing[], commit: string): void {
  const missing = rings.find((ring) => !endedWell(resultFile(folder, ring.name), ring, commit));
  if (missing === undefined) return;
  throw new GitopsError(
    `--after: ${folder} does not say that the ring "${missing.name}" ended well with ${commit.slice(0, 10)}; bring that ring up first`,
  );
}
