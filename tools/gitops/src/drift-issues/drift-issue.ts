// SPDX-License-Identifier: Apache-2.0
import { driftConfigFile } from './drift-config.ts';
import { createHash } from 'node:crypto';
import { code, prose } from '../comment/escape-text.ts';
import { counted, stackTitle } from '../comment/report-words.ts';
import type { NewIssue } from '../forge/forge.ts';
import type { StackReport } from '../report/stack-report.ts';
import { resourceOf } from './ignore-drift.ts';
import type { JudgedReport } from './ignore-drift.ts';

/** Labels of drift issues. */
export const driftLabels = {
  /** On every issue of this tool, which finds its issues by this label. */
  drift: 'strata/drift',
  /** The last check failed, so it is unknown whether the stack has drifted. */
  unknown: 'strata/drift-unknown',
  /** Set by people: repair the cluster so that it matches Git. */
  repair: 'strata/repair',
} as const;

/** Maximal lengths of texts, in characters, and of the list of all differences. */
const longest = { name: 200, value: 300, line: 500, reasonLines: 30, differences: 40_000 } as const;

const markerPattern = /^<!-- strata:drift (\S+) ([0-9a-f]{16}) -->\n/;

/** Reads from the body of an issue its stack and the content that was last written into it. */
export function readMarker(body: string): { stack: string; content: string } | undefined {
  const [, stack, content] = markerPattern.exec(body) ?? [];
  return stack === undefined || content === undefined ? undefined : { stack, content };
}

function marked(stack: string, issue: NewIssue): NewIssue {
  const content = createHash('sha256').update(JSON.stringify(issue)).digest('hex').slice(0, 16);
  return { ...issue, body: `<!-- strata:drift ${stack} ${content} -->\n${issue.body}` };
}

function differences({ drift }: StackReport): string[] {
  return drift.map(
    ({ field, live, resource, wanted }) =>
      `- ${code(resourceOf(resource), longest.name)} ${code(field, longest.name)}: Git says ${code(wanted, longest.value)}, the cluster ${code(live, longest.value)}`,
  );
}

function fitted(lines: readonly string[]): string[] {
  let left: number = longest.differences;
  const count = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return count < 0
    ? [...lines]
    : [...lines.slice(0, count), `- … ${lines.length - count} more, in the reports of the run`];
}

function drifted({ ended, ignored, report }: JudgedReport): NewIssue {
  const { environment, program, stack } = report;
  const notes = [
    ...ended.map(
      ({ field, reason, resource, until }) =>
        `A rule ended on ${until}: ${code(`${resource} ${field}`, longest.name)} (${prose(reason, longest.line)}).`,
    ),
    ...(ignored > 0
      ? [
          `${counted(ignored, 'field')} left out by rules of ${code(driftConfigFile(environment), 99)}.`,
        ]
      : []),
  ];
  return {
    title: `Drift: ${stackTitle(report)} is not what Git says`,
    labels: [driftLabels.drift],
    body: [
      'Somebody or something changed the cluster behind Git’s back:',
      '',
      ...fitted(differences(report)),
      '',
      ...notes.flatMap((note) => [note, '']),
      '### What to do',
      '',
      `- Git is right: add the label ${code(driftLabels.repair, 50)} here, or run ${code(`bash .ci/repair ${program}/${stack}`, 300)}.`,
      `- The cluster is right: change ${code(`stacks/${program}/Pulumi.${stack}.yaml`, 300)} in a pull request.`,
      `- It may differ for a while: a rule in ${code(driftConfigFile(environment), 99)}.`,
      '',
      'This issue is kept up to date and closes by itself when a check finds nothing.',
      '',
    ].join('\n'),
  };
}

function unknown({ report }: JudgedReport): NewIssue {
  const lines = (report.reason ?? 'No reason was given.')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, longest.reasonLines);
  return {
    title: `Drift check of ${stackTitle(report)} fails`,
    labels: [driftLabels.drift, driftLabels.unknown],
    body: [
      'Whether the cluster is what Git says is not known: the check itself failed.',
      '',
      ...lines.map((line) => `- ${code(line, longest.line)}`),
      '',
      'Nothing was changed. This issue is kept up to date and closes by itself when a check succeeds and finds nothing.',
      '',
    ].join('\n'),
  };
}

/**
 * Returns the issue for a stack; `clean` when its check found nothing, `not checked` when there was
 * no check.
 */
export function driftIssue(judged: JudgedReport): NewIssue | 'clean' | 'not checked' {
  const { outcome, program, stack } = judged.report;
  switch (outcome) {
    case 'drifted':
    case 'changed':
      return marked(`${program}/${stack}`, drifted(judged));
    case 'failed':
    case 'refused':
      return marked(`${program}/${stack}`, unknown(judged));
    case 'unchanged':
      return 'clean';
    case 'skipped':
    case 'cancelled':
      return 'not checked';
  }
}
