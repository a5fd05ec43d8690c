// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { inspectConfig, stackFile } from '@strata/contracts';
import { rejectProblems } from '@strata/contracts/program';
import type { RawConfig } from '@strata/contracts';
import { rawConfigOf } from '../generate/generated-stacks.ts';
import type { GeneratedStack } from '../generate/generated-stacks.ts';
import { givesAway } from '../generate/secret-texts.ts';
import { schemas } from '../generate/shipped-stacks.ts';
import { objectObjections } from './object-objections.ts';
import type { Outcome } from './outcome.ts';

/** Characters that move the cursor, hide text or turn it around. */
// eslint-disable-next-line no-control-regex -- it is what is looked for
const unprintable = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]/u;

/** Matches text of a stack trace, or of an error without a message for people. */
const internals =
  /file:\/\/|\n\s+at |\b(?:Type|Range|Syntax|Reference)Error\b|is not a function|Cannot read prop/;

/**
 * Maximal length of a line, because people read it in a terminal. A value may be long, the text
 * about it may not.
 */
const longestLine = 2_000;

function linesOf(message: string, raw: RawConfig): { head: string; lines: readonly string[] } {
  const [head = '', ...lines] = message.split('\n');
  const file = stackFile(raw);
  return { head: head.startsWith(`${file} has `) ? head : '', lines };
}

/**
 * Returns what is wrong with the form of a list of problems. It must have one title and one line
 * per problem, with the path of the key.
 */
function listObjections(message: string, raw: RawConfig): string[] {
  const { head, lines } = linesOf(message, raw);
  // Answers of a cluster, and messages about tools missing on the machine that runs Pulumi, are not
  // lists.
  if (head === '' && raw.project === 'infra') return [];
  const count = lines.length === 1 ? '1 problem' : `${lines.length} problems`;
  const strange = lines.filter((line) => !/^ {2}config\.\S.*: ./su.test(line));
  return [
    ...(head.endsWith(` has ${count}:`) ? [] : [`the title does not say how many: ${head}`]),
    ...strange.map((line) => `a line without a path: ${line}`),
  ];
}

/** Returns the lines of the message that refuses the shape of a configuration. */
export function shapeProblems(generated: GeneratedStack): string[] {
  const raw = rawConfigOf(generated);
  try {
    rejectProblems(raw, inspectConfig(schemas[generated.shipped.project], raw).problems);
    return [];
  } catch (error) {
    if (!pulumi.RunError.isInstance(error)) throw error;
    return error.message.split('\n').slice(1);
  }
}

/**
 * Returns the problems of shape that one edit alone causes and that the list for all edits lacks.
 */
function missingProblems(message: string, { edits, shipped }: GeneratedStack): string[] {
  const keys = edits.flatMap(({ path }) => (path.length > 1 ? [path[0]] : []));
  if (new Set(keys).size < edits.length || edits.some((one) => 'from' in one)) return [];
  const told = new Set(message.split('\n'));
  return edits
    .flatMap((edit) => shapeProblems({ shipped, edits: [edit] }))
    .filter((line) => !told.has(line))
    .map((line) => `a problem is not in the list: ${line}`);
}

function refusalObjections(message: string, generated: GeneratedStack, raw: RawConfig): string[] {
  const lines = message.split('\n');
  return [
    ...listObjections(message, raw),
    ...missingProblems(message, generated),
    ...(internals.test(message) ? ['words from inside of the program'] : []),
    ...(lines.some((line) => unprintable.test(line)) ? ['characters that cannot be seen'] : []),
    ...(lines.some((line) => line.length > longestLine) ? ['a line that nobody can read'] : []),
  ];
}

/** Returns everything that is forbidden in the outcome of a configuration, whatever is in it. */
export function objections(generated: GeneratedStack, raw: RawConfig, outcome: Outcome): string[] {
  const said = outcome.logged.some(givesAway) ? ['a secret in a log message'] : [];
  if (outcome.end === 'crashed') {
    const { error } = outcome;
    return [
      ...said,
      `a crash: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
    ];
  }
  if (outcome.end === 'refused') {
    const { message } = outcome;
    if (givesAway(message)) said.push('a secret in the message');
    return [...said, ...refusalObjections(message, generated, raw)];
  }
  if (givesAway(JSON.stringify(outcome.outputs))) said.push('a secret in an open output');
  return [...said, ...outcome.resources.flatMap(objectObjections)];
}
