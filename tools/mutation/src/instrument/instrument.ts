// SPDX-License-Identifier: Apache-2.0
import { Instrumenter } from '@stryker-mutator/instrumenter';
import type { Mutant } from '../plan.ts';
import { reasonToLeave, type SyntaxPath } from './left-out.ts';

/** Sources that contain all their mutants, of which none is active. */
export interface Instrumented {
  readonly sources: readonly Source[];
  readonly mutants: readonly Mutant[];
}

/** Source file, with its path from the root of the repository. */
export interface Source {
  readonly file: string;
  readonly text: string;
}

interface Place {
  readonly line: number;
  readonly column: number;
}

type Logger = ConstructorParameters<typeof Instrumenter>[0];

const nothing = () => undefined;
const never = () => false;
const silent: Logger = {
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
  isTraceEnabled: never,
  isDebugEnabled: never,
  isInfoEnabled: never,
  isWarnEnabled: never,
  isErrorEnabled: never,
  isFatalEnabled: never,
};

/** Returns the text between two places. Lines count from 0. */
export function textBetween(text: string, start: Place, end: Place): string {
  const lines = text.split('\n').slice(start.line, end.line + 1);
  const last = lines.length - 1;
  return lines
    .map((line, at) =>
      line.slice(at === 0 ? start.column : 0, at === last ? end.column : line.length),
    )
    .join('\n');
}

/** Adds every mutant to the sources, each behind a switch. */
export async function instrument(sources: readonly Source[]): Promise<Instrumented> {
  const { files, mutants } = await new Instrumenter(silent).instrument(
    sources.map(({ file, text }) => ({ name: file, content: text, mutate: true })),
    {
      plugins: null,
      excludedMutations: [],
      ignorers: [{ shouldIgnore: (path) => reasonToLeave(path as SyntaxPath) }],
    },
  );
  const texts = new Map(sources.map(({ file, text }) => [file, text]));
  return {
    sources: files.map(({ name, content }) => ({ file: name, text: content })),
    mutants: mutants
      .filter(({ status }) => status === undefined)
      .map(({ id, fileName, location: { start, end }, mutatorName, replacement }) => ({
        id,
        file: fileName,
        line: start.line + 1,
        lineText: (texts.get(fileName) ?? '').split('\n')[start.line]?.trim() ?? '',
        kind: mutatorName,
        was: textBetween(texts.get(fileName) ?? '', start, end),
        replacement,
      })),
  };
}
