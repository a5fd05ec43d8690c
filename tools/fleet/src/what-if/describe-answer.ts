// SPDX-License-Identifier: Apache-2.0
import { count } from '../page/units.ts';
import type { Answer, Step } from './answer.ts';

/** Number of lines of one kind; more are counted. */
const longest = 40;

function listed<T>(title: string, all: readonly T[], line: (one: T) => string): string[] {
  if (all.length === 0) return [];
  const more = all.length - longest;
  return [
    '',
    `${title}:`,
    ...all.slice(0, longest).map((one) => `  ${line(one)}`),
    ...(more > 0 ? [`  ... ${more} more; --json has all`] : []),
  ];
}

function stepLines(steps: readonly Step[]): string[] {
  const lines = steps.flatMap(({ change, environment, file, ring, text }, index) => [
    `  ${index + 1}. ${environment} (${ring === undefined ? 'by hand' : `ring ${ring}`}): ${text}`,
    `     ${file === undefined ? '' : `${file}: `}${change}`,
  ]);
  return lines.length === 0 ? [] : ['', 'What to commit, in this order:', ...lines];
}

/** Returns an answer as lines of text. */
export function describeAnswer(answer: Answer): string[] {
  const { addresses, clusters, findings, limits, machines, steps, title } = answer;
  const total = machines.reduce((sum, one) => sum + one.machines, 0);
  return [
    title,
    '',
    ...findings.map(({ environment, text }) => `${environment}: ${text}`),
    ...listed(count(clusters.length, 'cluster'), clusters, (one) => one),
    ...listed(
      count(total, 'machine'),
      machines,
      (one) => `${one.environment}/${one.cluster}/${one.group}: ${one.machines} (${one.effect})`,
    ),
    ...listed(
      'Addresses',
      addresses,
      ({ cluster, environment, text, what }) => `${environment}/${cluster}: ${what} ${text}`,
    ),
    ...stepLines(steps),
    ...listed('What this does not know', limits, (one) => one),
  ];
}
