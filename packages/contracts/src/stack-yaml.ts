// SPDX-License-Identifier: Apache-2.0
import { isMap, isPair, isScalar, isSeq, LineCounter, parseDocument, visit } from 'yaml';
import type { Document, Node, Pair, Scalar } from 'yaml';
import type { Problem } from './config/describe-issues.ts';
import { isPulumiTime, pulumiNumber } from './pulumi-scalar.ts';

/** A file of a stack, or a profile: its content, and values of which Pulumi would read others. */
export interface StackYaml {
  readonly value: unknown;
  readonly problems: readonly Problem[];
  /**
   * Returns the line in which a value begins with its key, from 1. Of a value that is not there: that of
   * the mapping or list that could have it.
   */
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

/** Keys whose field takes a day as Pulumi writes it. */
const dayKeys: readonly string[] = ['user-cluster:expires'];

/** Returns the path of a scalar in its document. */
function pathOf(scalar: Scalar, ancestors: readonly (Document | Node | Pair)[]): PropertyKey[] {
  const chain = [...ancestors, scalar];
  return chain.flatMap((one, depth): PropertyKey[] => {
    if (isPair(one)) return [isScalar(one.key) ? String(one.key.value) : ''];
    return isSeq(one) ? [one.items.indexOf(chain[depth + 1])] : [];
  });
}

/** Returns how a scalar must be written; undefined if Pulumi reads it as it stands there. */
function objection({ source = '', tag, type, value }: Scalar): string | undefined {
  if (type !== 'PLAIN' || tag !== undefined) return undefined;
  if (isPulumiTime(source)) return `is a time for Pulumi; write '${source}'`;
  const number = pulumiNumber(source);
  if (number === undefined || number === value) return undefined;
  const meant = typeof value === 'number' ? value : number;
  return `is ${number} for Pulumi; write ${meant}, or '${source}' for a text`;
}

/** Returns where in the text a value begins with its key, or the last mapping or list on the way to it. */
function positionOf({ contents }: Document, path: readonly PropertyKey[]): number {
  let position = 0;
  let node: unknown = contents;
  for (const part of path) {
    if (isMap(node)) {
      const pair = node.items.find(
        ({ key }) => isScalar(key) && String(key.value) === String(part),
      );
      if (pair === undefined) break;
      position = (pair.key as Scalar).range?.[0] ?? position;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(part)] as Node | undefined;
      if (item === undefined) break;
      position = item.range?.[0] ?? position;
      node = item;
    } else break;
  }
  return position;
}

/**
 * Reads a file of a stack, or a profile, as Pulumi reads it, with its merge keys (`<<`). Pulumi's parser
 * takes some plain values for others than YAML 1.2 does: `0100` for 64, `2027-01-31` for a time. They
 * are problems, so that nothing is judged that is not used.
 *
 * @throws Error of the parser, if the text is no YAML.
 */
export function readStackYaml(text: string): StackYaml {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, merge: true });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const problems: Problem[] = [];
  visit(document, {
    Scalar(_, scalar, ancestors) {
      const message = objection(scalar);
      const path = pathOf(scalar, ancestors);
      if (message === undefined || dayKeys.includes(String(path.at(-1)))) return;
      const { line } = lines.linePos(scalar.range?.[0] ?? 0);
      problems.push({ path, message: `${scalar.source ?? ''} in line ${line} ${message}` });
    },
  });
  const lineOf = (path: readonly PropertyKey[]) => lines.linePos(positionOf(document, path)).line;
  return { value: document.toJS(), problems, lineOf };
}

/**
 * Returns the content of such a file.
 *
 * @throws Error of the parser, if the text is no YAML.
 */
export function parseStackYaml(text: string): unknown {
  return readStackYaml(text).value;
}
