// SPDX-License-Identifier: Apache-2.0
import type { Check, Finding } from './finding.ts';

/** Looks for everything, whatever is found on the way. */
export async function examine(
  checks: readonly Check[],
  env: NodeJS.ProcessEnv,
): Promise<Finding[]> {
  return Promise.all(
    checks.map(async ({ look, subject }): Promise<Finding> => {
      try {
        return { subject, isRight: true, text: await look(env) };
      } catch (error) {
        return { subject, isRight: false, text: (error as Error).message };
      }
    }),
  );
}

/** For people: a line for each, and what is wrong below it. */
export function describeFindings(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const indent = ' '.repeat(width + 8);
  const lines = findings.map(({ isRight, subject, text }) => {
    const mark = isRight ? 'ok' : 'WRONG';
    return `${subject.padEnd(width)}  ${mark.padEnd(5)} ${text.replaceAll('\n', `\n${indent}`)}`;
  });
  const wrong = findings.filter(({ isRight }) => !isRight).length;
  const sum = wrong === 0 ? 'Nothing is missing.' : `${wrong} of ${findings.length} are wrong.`;
  return [...lines, '', sum].join('\n');
}
