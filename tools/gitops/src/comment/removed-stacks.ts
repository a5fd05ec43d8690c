// SPDX-License-Identifier: Apache-2.0
import { programReads } from '@strata/contracts/programs';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import type { PullRequest } from '../pull-request/read-pull-request.ts';
import { prose } from './escape-text.ts';
import { list, longest } from './list-words.ts';
import { stackTitle } from './report-words.ts';

/** Returns the titles of the stacks whose files a pull request removes, or renames. */
export function removedStacks(pullRequest: PullRequest | undefined): string[] {
  if (pullRequest === undefined || 'unknown' in pullRequest) return [];
  return pullRequest.author.files.flatMap(({ file, kind }) => {
    const { cluster, environment, program } = parseStackFileName(file) ?? {};
    if (kind !== 'removed' || environment === undefined || program === undefined) return [];
    if (!Object.hasOwn(programReads, program)) return [];
    return [stackTitle({ environment, program, ...(cluster !== undefined && { cluster }) })];
  });
}

/** Returns what becomes of stacks without files; empty where there are none. */
export function removedStacksWords(titles: readonly string[]): string {
  if (titles.length === 0) return '';
  const names = list(titles.map((one) => prose(one, longest.name)));
  const [head, them] =
    titles.length === 1
      ? ['The file of a stack is removed', 'it has']
      : [`The files of ${titles.length} stacks are removed`, 'they have'];
  return `\n<b>${head}</b>: ${names}. That destroys nothing. If ${them} not been destroyed before, all of it goes on running: nothing previews, deploys, renews or checks it any more. What is said here of costs counts it as gone, and what is said of room counts its machines as still there. A file that is renamed makes a second stack beside the first. <code>docs/continuous-deployment.md</code>, "When a stack is to go", has the order.\n`;
}
