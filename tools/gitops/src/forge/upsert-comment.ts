// SPDX-License-Identifier: Apache-2.0
import { setTimeout as sleep } from 'node:timers/promises';
import { defaultPace, ForgeError } from './forge.ts';
import type { Forge, ForgeComment, Pace } from './forge.ts';

/** Content of the only comment that a pull request gets. */
export interface WantedComment {
  readonly pullRequest: number;
  /**
   * Number of the run, which increases. An older run never overwrites the comment of a newer one that
   * the forge knows.
   */
  readonly run: number;
  readonly body: string;
}

/** Result of {@link upsertComment}. */
export type Upserted = 'created' | 'updated' | 'unchanged' | 'left to a newer run';

/** Maximal length of the marker, in characters. */
export const markerRoom = 60;

const pattern = /^<!-- strata:pull-request run=(\d{1,16}) -->\n/;

function marked({ body, run }: WantedComment): string {
  return `<!-- strata:pull-request run=${run} -->\n${body}`;
}

const runOf = ({ body }: ForgeComment) => Number(pattern.exec(body)?.[1] ?? Number.NaN);

/** Normalizes line ends, which forges may change. */
const normal = (text: string) => text.replace(/\r\n/g, '\n').trimEnd();

/**
 * Creates the comment. Returns the error, instead of throwing it, when it is uncertain whether the
 * comment was created.
 */
async function create(forge: Forge, wanted: WantedComment): Promise<ForgeError | undefined> {
  try {
    await forge.comments.create(wanted.pullRequest, marked(wanted));
    return undefined;
  } catch (error) {
    if (error instanceof ForgeError && error.uncertain) return error;
    throw error;
  }
}

/** Returns the comments with a number above that of this run that is of no run of the pull request. */
async function forgedComments(
  forge: Forge,
  { pullRequest, run }: WantedComment,
  all: readonly ForgeComment[],
): Promise<ReadonlySet<ForgeComment>> {
  const forged = new Set<ForgeComment>();
  for (const comment of all) {
    const number = runOf(comment);
    if (number > run && !(await forge.isRunOf(pullRequest, number))) forged.add(comment);
  }
  return forged;
}

/**
 * Resolves the case that two runs at once have each created a comment. The comment of the newest
 * run stays, so no run changes the comment of a newer one. Forges offer no way to prevent that two
 * runs change the same comment at the same moment, with the older run last; workflows run one at a
 * time.
 */
async function settle(
  forge: Forge,
  wanted: WantedComment,
  all: readonly ForgeComment[],
): Promise<Upserted> {
  const { pullRequest, run } = wanted;
  const forged = await forgedComments(forge, wanted, all);
  const knownRun = (comment: ForgeComment) => (forged.has(comment) ? 0 : runOf(comment));
  const [newest, ...others] = [...all].sort((a, b) => knownRun(b) - knownRun(a) || a.id - b.id);
  if (newest === undefined) return 'unchanged';
  const isNewer = (comment: ForgeComment) => knownRun(comment) > run;
  const body = marked(wanted);
  const same = normal(newest.body) === normal(body);
  if (!isNewer(newest) && !same) await forge.comments.update(pullRequest, newest.id, body);
  for (const comment of others) {
    if (!isNewer(comment)) await forge.comments.remove(pullRequest, comment.id);
  }
  return isNewer(newest) ? 'left to a newer run' : same ? 'unchanged' : 'updated';
}

/**
 * Creates or updates the comment of a pull request. One comment remains, however often and by how
 * many runs at once this is called.
 *
 * @throws ForgeError
 */
export async function upsertComment(
  forge: Forge,
  wanted: WantedComment,
  { retries, secondMs }: Pick<Pace, 'retries' | 'secondMs'> = defaultPace,
): Promise<Upserted> {
  let created = false;
  let uncertainty: ForgeError | undefined;
  for (let tries = 0; tries <= retries + 1; tries += 1) {
    const all = await forge.comments.own(wanted.pullRequest);
    const found = all.filter(({ body }) => pattern.test(body));
    if (found.length > 0) {
      const outcome = await settle(forge, wanted, found);
      return created && outcome === 'unchanged' ? 'created' : outcome;
    }
    if (uncertainty !== undefined) await sleep(tries ** 2 * secondMs);
    uncertainty = await create(forge, wanted);
    created = true;
  }
  throw uncertainty ?? new ForgeError('The comment was made and is not there: run it again later.');
}
