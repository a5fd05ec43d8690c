// SPDX-License-Identifier: Apache-2.0
import type { CapacityChange, CapacityUse } from '../pull-request/capacity-change.ts';
import { mayRoll } from '../pull-request/may-roll.ts';
import type { PullRequest, PullRequestFiles } from '../pull-request/read-pull-request.ts';
import type { ReportedEffect, StackReport } from '../report/stack-report.ts';
import { costs } from './cost-words.ts';
import { prose } from './escape-text.ts';
import { list, longest } from './list-words.ts';
import { counted, machineWords, sumMachines, stackTitle } from './report-words.ts';

type Kind = ReportedEffect['kind'];

interface Happening extends ReportedEffect {
  readonly report: StackReport;
}

function happenings(reports: readonly StackReport[], ...kinds: readonly Kind[]): Happening[] {
  return reports.flatMap((report) =>
    (report.effects ?? [])
      .filter(({ kind }) => kinds.includes(kind))
      .map((effect) => ({ ...effect, report })),
  );
}

const total = (all: readonly Happening[]) => all.reduce((sum, { count }) => sum + count, 0);

/** `production / shop: 2 of pool "md-a" (1 at a time)` */
function said({ count, detail, report, subject }: Happening): string {
  const more = detail === undefined ? '' : ` (${detail})`;
  const what = count === 1 ? subject : `${count} of ${subject}`;
  return prose(`${stackTitle(report)}: ${what}${more}`, 2 * longest.name);
}

/** Outcomes of previews that say what would happen. */
const known: readonly StackReport['outcome'][] = ['changed', 'unchanged', 'refused'];

/** Whose previews came to no end: what they would do is not counted. */
function uncounted(reports: readonly StackReport[]): string {
  const count = reports.filter(
    ({ effects, outcome }) => !known.includes(outcome) || effects === undefined,
  ).length;
  if (count === 0) return '';
  const are = count === 1 ? 'is' : 'are';
  return ` <b>${counted(count, 'stack')} ${are} not counted</b>, for nobody knows what would happen there.`;
}

const offlineWords =
  'The full preview says: in this one, made without states, everything counts as new.';

/**
 * Names the machines that can roll at most, by the changed keys alone. Used for offline previews,
 * which count every resource as new.
 */
function mayRollWords({ author }: PullRequestFiles): string {
  const { clusters, isMore } = mayRoll(author);
  const names = clusters.map(({ cluster, environment, machines }) =>
    prose(`${environment} / ${cluster}: ${machines.join(', ')}`, 2 * longest.name),
  );
  const keys = names.length === 0 ? 'nothing' : `at most <b>${list(names)}</b>`;
  const others = isMore ? ' What else changed (platforms, code) can replace others.' : '';
  return `By the keys of clusters that changed, ${keys}.${others} The full preview says exactly.`;
}

function rolls(reports: readonly StackReport[]): string {
  const rolling = happenings(reports, 'nodes-roll');
  const restarting = happenings(reports, 'machines-restart');
  const machines = sumMachines(reports);
  const nodes = machines === undefined ? '' : ` Nodes: ${machineWords(machines)}.`;
  const parts = [
    ...(rolling.length === 0
      ? []
      : [`<b>${counted(total(rolling), 'node')}</b>: ${list(rolling.map(said))}.`]),
    ...(restarting.length === 0
      ? []
      : [
          `<b>${counted(total(restarting), 'machine')}</b> stop and start again: ${list(restarting.map(said))}.`,
        ]),
  ];
  const text = parts.length === 0 ? 'Nothing.' : parts.join(' ');
  return `${text}${nodes}${uncounted(reports)}`;
}

const step = (before: number, after: number) =>
  before === after ? `${after}` : `${before} → ${after}`;

function useWords({ before, after }: { before?: CapacityUse; after: CapacityUse }): string {
  const old = before ?? { ...after, machines: 0, virtualCpus: 0, memoryGiB: 0 };
  const free = `${after.freeMemoryPercent} % of the hosts' memory stays free`;
  return `${step(old.machines, after.machines)} machines, ${step(old.virtualCpus, after.virtualCpus)} virtual CPUs, ${step(old.memoryGiB, after.memoryGiB)} GiB; ${free}`;
}

function isSame(before: CapacityUse | undefined, after: CapacityUse): boolean {
  return (
    before?.machines === after.machines &&
    before.virtualCpus === after.virtualCpus &&
    before.memoryGiB === after.memoryGiB
  );
}

/** Names clusters whose room is not free before somebody destroys them. */
function withoutFileWords({ withoutFile = [] }: CapacityChange): string {
  if (withoutFile.length === 0) return '';
  const names = list(withoutFile.map((one) => prose(one, longest.name)));
  return ` (counted as still there, for removing a file destroys nothing: ${names})`;
}

function needOf(change: CapacityChange): string {
  return `${needWords(change)}${withoutFileWords(change)}`;
}

function needWords({ after, before, environment }: CapacityChange): string {
  const name = prose(environment, longest.name);
  if (after === undefined) return `${name}: nobody can tell; its facts or its files say too little`;
  if (isSame(before, after) && after.problems.length === 0) return `${name}: nothing more`;
  const words = `${name}: ${useWords({ ...(before && { before }), after })}`;
  const problems = after.problems.map((problem) => prose(problem, longest.problem));
  if (problems.length > 0) return `${words}; <b>there is no room</b>: ${list(problems)}`;
  const lost = after.hostLoss === 0 ? '' : `, also without ${counted(after.hostLoss, 'host')}`;
  const smaller = after.withoutSurge.map((pool) => prose(pool, longest.name));
  return smaller.length === 0
    ? `${words}; there is room${lost}, while machines move and while pools roll`
    : `${words}; there is room${lost} and while machines move; <b>pools that roll without additional machines</b>: ${list(smaller)}`;
}

function needs(files: PullRequestFiles): string {
  const { capacity } = files;
  if (capacity.length === 0) return 'Nothing more: no file of an environment is changed.';
  return `${list(capacity.map(needOf))}.`;
}

function losses(reports: readonly StackReport[]): string {
  const deleted = happenings(reports, 'data-deleted');
  const rolling = happenings(reports, 'nodes-roll').length > 0;
  const fresh = rolling ? ' A node that rolls gets a fresh root disk.' : '';
  const text =
    deleted.length === 0
      ? 'No volume, no namespace and no kind is deleted.'
      : `<b>Yes, ${counted(total(deleted), 'store')} of data</b>: ${list(deleted.map(said))}.`;
  return `${text}${fresh}${uncounted(reports)}`;
}

function affected(reports: readonly StackReport[]): string {
  const addresses = happenings(reports, 'address-changes');
  // Without a state everything is new, so a preview cannot know which rights people have already.
  const withState = reports.filter(({ offline }) => offline !== true);
  const rights = happenings(withState, 'rights-change');
  const clusters = reports.filter(({ cluster }) => cluster !== undefined);
  const others = reports.filter(({ cluster }) => cluster === undefined);
  const names = (all: readonly StackReport[]) =>
    list(all.map((report) => prose(stackTitle(report), longest.name)));
  const parts = [
    ...(clusters.length === 0
      ? []
      : [`${counted(clusters.length, 'cluster')}: ${names(clusters)}.`]),
    ...(others.length === 0 ? [] : [`What clusters stand on: ${names(others)}.`]),
    ...(addresses.length === 0
      ? []
      : [`<b>${counted(total(addresses), 'address')} changed</b>: ${list(addresses.map(said))}.`]),
    ...(rights.length === 0
      ? []
      : [
          `<b>${counted(total(rights), 'right')} of people changed</b>: ${list(rights.map(said))}.`,
        ]),
  ];
  return parts.join(' ');
}

/** Names of environments of a list that are among those that change. */
function namesOf(all: readonly string[], changing: ReadonlySet<string>): string | undefined {
  const own = all.filter((one) => changing.has(one));
  return own.length === 0 ? undefined : list(own.map((one) => prose(one, longest.name)));
}

/** `The ring last is outside its maintenance windows now; the next one opens Mon ...` */
function closedWords(changing: PullRequestFiles['rings']): string[] {
  return changing.flatMap(({ name, opens }, index) => {
    if (opens === undefined) return [];
    const wait = index < changing.length - 1 ? ', and what is behind it waits for it' : '';
    const ring = prose(name, longest.name);
    return [
      `The ring ${ring} is outside its maintenance windows now: the next one opens <b>${prose(opens, longest.name)}</b>${wait}.`,
    ];
  });
}

function order(reports: readonly StackReport[], { byHand, rings }: PullRequestFiles): string {
  const changing = new Set(reports.map(({ environment }) => environment));
  const own = rings.filter(({ environments }) => environments.some((one) => changing.has(one)));
  const steps = own.map(
    ({ environments, name }) =>
      `ring ${prose(name, longest.name)} (${namesOf(environments, changing) ?? ''})`,
  );
  const alone = namesOf(byHand, changing);
  const hand = alone === undefined ? [] : [`By hand, for no deployment touches it: ${alone}.`];
  const stops = steps.length > 1 ? ['A ring that does not end well stops those behind it.'] : [];
  const merge =
    steps.length === 0
      ? []
      : [
          `After the merge: ${steps.slice(0, longest.named).join(', then ')}.`,
          ...stops,
          ...closedWords(own.slice(0, longest.named)),
        ];
  return [...merge, ...hand].join(' ') || 'No ring of <code>stacks/rings.yaml</code> has them.';
}

/**
 * Answers to what readers of a pull request ask first, a line each. What its files alone tell is left
 * out where nobody knows them.
 *
 * @param reports - of the stacks that change, or whose previews came to no good end.
 */
export function answers(
  reports: readonly StackReport[],
  pullRequest: PullRequest | undefined,
): string {
  const files = pullRequest === undefined || 'unknown' in pullRequest ? undefined : pullRequest;
  const isOffline = reports.some(({ offline }) => offline === true);
  const offlineRolls = files === undefined ? offlineWords : mayRollWords(files);
  const lines = [
    ['What rolls?', isOffline ? offlineRolls : rolls(reports)],
    ...(files === undefined ? [] : [['What does it need?', needs(files)]]),
    ...(files === undefined || files.cost.length === 0
      ? []
      : [['What does it cost?', costs(files.cost)]]),
    ['Can data be lost?', isOffline ? offlineWords : losses(reports)],
    ['Who is affected?', affected(reports)],
    ...(files === undefined ? [] : [['In which order?', order(reports, files)]]),
  ];
  const said = lines.map(([question, answer]) => `- <b>${question}</b> ${answer}\n`);
  return `\n### What follows\n\n${said.join('')}`;
}
