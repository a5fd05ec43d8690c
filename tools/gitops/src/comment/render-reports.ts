// SPDX-License-Identifier: Apache-2.0
import type { PullRequest } from '../pull-request/read-pull-request.ts';
import { compareText } from '../report/compare-text.ts';
import type { StackReport } from '../report/stack-report.ts';
import { answers } from './answers.ts';
import { authorSection } from './author-section.ts';
import { code, prose } from './escape-text.ts';
import { entryText, fitEntries } from './fit-entries.ts';
import type { FittedEntry } from './fit-entries.ts';
import { removedStacks, removedStacksWords } from './removed-stacks.ts';
import {
  counted,
  machineWords,
  needsAttention,
  outcomes,
  sumMachines,
  titles,
} from './report-words.ts';
import { stackEntry } from './stack-entry.ts';

/** Where and how long reports are shown. */
export interface Page {
  /** UTF-16 code units that the whole text may have. */
  readonly longest: number;
  /** Name of the artifact with all reports. */
  readonly artifact: string;
  /** Name of the artifact with the page of the fleet before and after. @default there is none */
  readonly fleetArtifact?: string;
  /** Whether the job that made the reports failed or was cancelled. @default false */
  readonly jobFailed?: boolean;
  /** Facts from the files of the pull request. @default the page does not mention them */
  readonly pullRequest?: PullRequest;
}

/** Layers in the order in which they stand on each other; others come last. */
const programs = ['infra', 'kubevirt-stack', 'addons', 'user-cluster'];

/** Characters for the names of unchanged stacks, and for one name. */
const unchangedRoom = 2000;
const longestName = 90;

const severity = (report: StackReport) =>
  outcomes.findIndex(({ outcome }) => outcome === report.outcome);
const losses = ({ counts }: StackReport) => (counts.replace + counts.delete > 0 ? 0 : 1);
const layer = ({ program }: StackReport) => (programs.indexOf(program) + 100) % 100;

/**
 * Sorts reports that need attention first, then those that replace or delete resources, then by
 * layer from the bottom up.
 */
function compare(a: StackReport, b: StackReport): number {
  return (
    severity(a) - severity(b) ||
    losses(a) - losses(b) ||
    layer(a) - layer(b) ||
    compareText(a.environment, b.environment) ||
    compareText(`${a.program}/${a.stack}`, `${b.program}/${b.stack}`)
  );
}

const offlineWords =
  'Made without clusters, states and keys, so everything counts as new. The full preview, against the real states, is made after an approval.';

const failedEarly = `## Strata: the job failed before it looked at any stack

Nobody knows what this changes. The log of the job says why it failed; push again, or run the job again, once that is mended.
`;

const failedLate =
  'The job failed, and none of the stacks below did: it may have ended before it looked at all of them. Its log says why.';

/** Returns the note on a job that failed; empty if one of the reports explains the failure. */
function aboutJob(reports: readonly StackReport[], jobFailed: boolean): string {
  const isExplained = reports.some(({ outcome }) => !['unchanged', 'changed'].includes(outcome));
  return jobFailed && !isExplained ? `\n${failedLate}\n` : '';
}

function title(
  reports: readonly StackReport[],
  {
    anyLeftOut,
    anyRemoved,
    jobFailed,
  }: { anyLeftOut: boolean; anyRemoved: boolean; jobFailed: boolean },
): string {
  const [first] = reports;
  if (first === undefined && jobFailed) return failedEarly;
  if (first === undefined && anyRemoved) return '## Strata: files of stacks are removed\n';
  if (first === undefined && anyLeftOut) return '## Strata: no stack was looked at\n';
  if (first === undefined) return '## Strata: no stack is affected\n';
  const sum = outcomes.flatMap(({ outcome, words }) => {
    const count = reports.filter((report) => report.outcome === outcome).length;
    return count === 0 ? [] : [`${count} ${words}`];
  });
  const commits = [...new Set(reports.map(({ commit }) => commit))].sort(compareText);
  const commit = commits.length === 1 ? ` of ${code(commits[0]?.slice(0, 10) ?? '', 10)}` : '';
  const isOffline = reports.some(({ offline }) => offline === true);
  const what = `${isOffline ? 'offline ' : ''}${titles[first.operation]}`;
  const headline = `## Strata ${what}${commit}: ${sum.join(', ')}\n${aboutJob(reports, jobFailed)}`;
  return isOffline ? `${headline}\n${offlineWords}\n` : headline;
}

/** Nodes of all stacks that change; a preview says it where it says what rolls. */
function machines(reports: readonly StackReport[]): string {
  const total = sumMachines(reports);
  return total === undefined ? '' : `\nNodes of the clusters below: ${machineWords(total)}.\n`;
}

/** Renders the part above the stacks: the changes of the author, and their consequences. */
function opening(told: readonly StackReport[], { longest, pullRequest }: Page): string {
  const author = pullRequest === undefined ? '' : authorSection(pullRequest, longest);
  if (told.length === 0) return author;
  const isPreview = told.every(({ operation }) => operation === 'preview');
  return `${author}${isPreview ? answers(told, pullRequest) : machines(told)}`;
}

/** One line with the names of stacks. */
function nameAll(what: string, reports: readonly StackReport[]): string {
  if (reports.length === 0) return '';
  const names: string[] = [];
  let left = unchangedRoom;
  for (const { program, stack } of reports) {
    const name = code(`${program}/${stack}`, longestName);
    left -= name.length + 2;
    if (left < 0) break;
    names.push(name);
  }
  const more = reports.length - names.length;
  const list = more > 0 ? [...names, `${more} more`] : names;
  return `\n${what} (${reports.length}): ${list.join(', ')}.\n`;
}

function heading(text: string): string {
  return `\n### ${prose(text, longestName)}\n`;
}

const attention = 'Needs attention';

/** The ring of an environment: its place among all rings, and how a heading says it. */
function ringsOf({ pullRequest }: Page) {
  const rings = pullRequest === undefined || 'unknown' in pullRequest ? [] : pullRequest.rings;
  return (environment: string) => {
    const place = rings.findIndex(({ environments }) => environments.includes(environment));
    return place < 0
      ? { place: rings.length, words: '' }
      : { place, words: ` (ring ${rings[place]?.name ?? ''})` };
  };
}

function sectionOf(report: StackReport): string {
  return needsAttention.has(report.outcome) ? attention : report.environment;
}

function footer(
  { artifact, fleetArtifact }: Page,
  { lines, stacks }: { lines: number; stacks: number },
): string {
  const parts = [
    ...(stacks > 0 ? [counted(stacks, 'stack')] : []),
    ...(lines > 0 ? [counted(lines, 'line')] : []),
  ];
  const name = code(artifact, longestName);
  const full =
    parts.length === 0
      ? `\nEverything in full: artifact ${name}.\n`
      : `\n<b>${parts.join(' and ')} left out here for length</b>: artifact ${name} has everything.\n`;
  if (fleetArtifact === undefined) return full;
  const fleet = code(fleetArtifact, longestName);
  return `${full}\nThe fleet before and after, drawn from its files: artifact ${fleet}.\n`;
}

/**
 * One page about all stacks of a run: first what needs somebody, then each environment with what
 * happens to its clusters, losses before gains. Never longer than the page; what does not fit is
 * counted. The same reports give the same page, in whatever order they come.
 */
export function renderReports(reports: readonly StackReport[], page: Page): string {
  const all = [...reports].sort(compare);
  const leftOut = all.filter((one) => one.leftOut === 'by hand');
  const sorted = all.filter((one) => !leftOut.includes(one));
  const told = sorted.filter(({ outcome }) => outcome !== 'unchanged');
  const ringOf = ringsOf(page);
  // Answers name stacks in the order in which they come up.
  const inOrder = [...told].sort(
    (a, b) => ringOf(a.environment).place - ringOf(b.environment).place,
  );
  const removed = removedStacks(page.pullRequest);
  const about = {
    anyLeftOut: leftOut.length > 0,
    anyRemoved: removed.length > 0,
    jobFailed: page.jobFailed ?? false,
  };
  const head = `${title(sorted, about)}${removedStacksWords(removed)}${opening(inOrder, page)}`;
  const unchanged = sorted.filter(({ outcome }) => outcome === 'unchanged');
  const tail = `${nameAll('Unchanged', unchanged)}${nameAll('Left out, brought up by hand', leftOut)}`;
  const sections = [...new Set(told.map(sectionOf))].sort(
    (a, b) =>
      Number(b === attention) - Number(a === attention) ||
      ringOf(a).place - ringOf(b).place ||
      compareText(a, b),
  );
  const headingOf = (section: string) => heading(`${section}${ringOf(section).words}`);
  const fixed = [head, tail, footer(page, { lines: 1e9, stacks: 1e9 })];
  const room = page.longest - [...fixed, ...sections.map(headingOf)].join('').length;
  const entries = told.map((report) => ({ report, entry: stackEntry(report) }));
  const fitted = fitEntries(
    entries.map(({ entry }) => entry),
    room,
  );
  const reportOf = new Map(entries.map(({ entry, report }) => [entry, report]));
  const inSection =
    (section: string) =>
    ({ entry }: FittedEntry) => {
      const report = reportOf.get(entry);
      return report !== undefined && sectionOf(report) === section;
    };
  const body = sections.flatMap((section) => {
    const own = fitted.entries.filter(inSection(section));
    return own.length === 0 ? [] : [headingOf(section), ...own.map(entryText)];
  });
  return [head, ...body, tail, footer(page, fitted.leftOut)].join('');
}
