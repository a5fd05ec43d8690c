// SPDX-License-Identifier: Apache-2.0
import { writeFileAtomically } from '@strata/manifests/write-file';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { GitopsError } from '../gitops-error.ts';
import { readReports } from './report-files.ts';
import type { StackReport } from './stack-report.ts';

/**
 * List of the previews of a deployment, beside them. It is also there when nothing is due, so that
 * previews which were lost on their way are told from previews that nobody had to make.
 */
const previewList = z.strictObject({
  version: z.literal(1),
  /** The commit that was previewed. */
  commit: z.string(),
  /** Environments that were asked what is due in them. */
  environments: z.array(z.string()),
  /** Ids of the stacks that have a preview. */
  stacks: z.array(z.string()),
});

/** List of the previews of a deployment. */
export type PreviewList = z.output<typeof previewList>;

const listFile = (folder: string) => join(folder, 'previews.json');

const idOf = ({ program, stack }: StackReport) => `${program}/${stack}`;

/** Writes the list of previews into their folder, once all of them are there. */
export function writePreviewList(folder: string, list: Omit<PreviewList, 'version'>): void {
  const content: PreviewList = { version: 1, ...list };
  writeFileAtomically(listFile(folder), `${JSON.stringify(content, undefined, 2)}\n`);
}

/**
 * Returns the previews of a folder that people can approve, by the stack's id.
 *
 * @param commit - the commit that is checked out.
 * @throws GitopsError when the folder is missing, or has previews of another commit: what they show is
 * not what would be done.
 */
export function readApproved(folder: string, commit: string): Map<string, StackReport> {
  if (!existsSync(folder)) {
    throw new GitopsError(
      `--approved: there is no folder ${folder}; previews that were not fetched are no approval`,
    );
  }
  const previews = readReports(folder).filter(
    // An offline preview does not know the state, so nobody can approve its changes.
    ({ offline, operation }) => operation === 'preview' && offline !== true,
  );
  for (const report of previews) refuseOther(folder, report.commit, commit);
  return new Map(previews.map((report) => [idOf(report), report]));
}

/**
 * Returns the previews of a deployment, by the stack's id.
 *
 * @param wanted - the commit that is checked out, and the environments that are to be deployed.
 * @throws GitopsError when they are not the whole previews of this commit and these environments.
 */
export function readApprovedDeployment(
  folder: string,
  { commit, environments }: Pick<PreviewList, 'commit' | 'environments'>,
): Map<string, StackReport> {
  const list = readList(folder);
  refuseOther(folder, list.commit, commit);
  const unseen = environments.filter((one) => !list.environments.includes(one));
  if (unseen.length > 0) {
    throw new GitopsError(
      `--approved: the previews in ${folder} are not of ${unseen.join(', ')}; take those of this ring`,
    );
  }
  const previews = readApproved(folder, commit);
  const lost = list.stacks.filter((id) => !previews.has(id));
  if (lost.length > 0) {
    throw new GitopsError(
      `--approved: the previews of ${lost.join(', ')} are not in ${folder}, though they were made; fetch them again`,
    );
  }
  return new Map([...previews].filter(([id]) => list.stacks.includes(id)));
}

function readList(folder: string): PreviewList {
  const file = listFile(folder);
  if (!existsSync(file)) {
    throw new GitopsError(
      `--approved: ${file} is missing, which deploy --preview writes in the end; fetch the previews again, or make new ones`,
    );
  }
  const parsed = previewList.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new GitopsError(`--approved: ${file} is no list of previews; make new ones`);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function refuseOther(folder: string, previewed: string, checkedOut: string): void {
  if (previewed === checkedOut) return;
  const [of, now] = [previewed, checkedOut].map((commit) => commit.slice(0, 10));
  throw new GitopsError(
    `--approved: the previews in ${folder} are of ${of ?? ''}, and ${now ?? ''} is checked out; make new ones`,
  );
}
