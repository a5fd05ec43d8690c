// SPDX-License-Identifier: Apache-2.0
import { renderFile } from '@strata/config-fuzz';
import type { RenderedFile } from '@strata/config-fuzz';
import { environmentContext, required } from '@strata/fleet';
import {
  findStack,
  longestComment,
  masker,
  openWorkspace,
  renderedReport,
  reportPage,
} from '@strata/gitops/rendered';
import type { PullRequest } from '@strata/gitops/rendered';
import { checkPlan, judgeCapacity, judgeIsolation, readRepository } from '@strata/plan-check';
import { parse } from 'yaml';
import type { Change } from './change.ts';
import { commitChange } from './committed-change.ts';
import { example, places } from './example.ts';
import { plainText } from './plain-text.ts';
import { StacksCopy } from './stacks-copy.ts';
import { placeOf, withValue } from './yaml-text.ts';

const project = 'user-cluster';

/**
 * The change that the tour makes: machines more in a pool.
 *
 * @throws Error when the example is not there.
 */
export function exampleChange(copy: StacksCopy): Change {
  const { added, file } = example;
  const before = copy.read(file);
  const replicas = Number(/\d+/.exec(placeOf(before, places.replicas).text)?.[0]);
  return { file, before, after: withValue(before, places.replicas, String(replicas + added)) };
}

/** Renders the text of the example's file with the program. */
function render(text: string): Promise<RenderedFile> {
  const { config } = parse(text) as { readonly config: Readonly<Record<string, unknown>> };
  const own = Object.entries(config).map(
    ([key, value]) => [key.replace(`${project}:`, ''), value] as const,
  );
  return renderFile({ project, stack: example.stack }, Object.fromEntries(own));
}

/**
 * Returns the comment that a pull request with this change would get, as text: the program ran on both
 * texts.
 *
 * @param root - of the repository, with the limits and the commit.
 * @param pullRequest - what Git says of the change. Default: nothing.
 */
export async function commentOn(
  root: string,
  { after, before }: Change,
  pullRequest?: PullRequest,
): Promise<string> {
  const startedAt = new Date();
  const workspace = openWorkspace(root);
  const report = renderedReport({
    workspace,
    stack: findStack(workspace, `${project}/${example.stack}`),
    startedAt,
    before: await render(before),
    after: await render(after),
  });
  const reports = { reports: [report], jobFailed: false, ...(pullRequest && { pullRequest }) };
  return reportPage(reports, masker({}), longestComment);
}

/** Returns the results of all checks on the example's environment, with the change in its files. */
function judge({ root }: StacksCopy): string[] {
  const { environment } = example;
  const files = readRepository(root).environments.find(({ name }) => name === environment);
  if (files === undefined) throw new Error(`there is no environment "${environment}"`);
  const content = required(environmentContext(root, files, new Date()).platform);
  const platform = { name: 'the platform', content };
  const isolation = judgeIsolation(root, { environment, platform, json: false });
  const says = (what: string, lines: readonly string[]) =>
    lines.map((line, index) => `${(index === 0 ? what : '').padEnd(11)}${line}`);
  return [
    ...says('files', checkPlan(root).lines),
    ...says('capacity', judgeCapacity(root, { environment, json: false }).lines),
    // Its table is for pages.
    ...says(
      'isolation',
      isolation.lines.filter((line) => !line.startsWith('|')),
    ),
  ];
}

/** A change of the example, what the checks say of it, and the comment that it would get. */
export async function showChange(root: string): Promise<string[]> {
  using copy = new StacksCopy(root);
  const change = exampleChange(copy);
  const { after, before, file } = change;
  const pullRequest = commitChange(copy, change);
  const [was, becomes] = [placeOf(before, places.replicas), placeOf(after, places.replicas)];
  return [
    `in a copy, ${file}:${was.line} "${was.text}" becomes "${becomes.text}":`,
    ...judge(copy),
    'the comment of its pull request, as text (the program ran on both files, without an engine):',
    ...plainText(await commentOn(root, change, pullRequest)).map((line) => `  | ${line}`),
  ];
}
