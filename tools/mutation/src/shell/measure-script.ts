// SPDX-License-Identifier: Apache-2.0
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { hashOfTest } from '../run/resume.ts';
import { MutationError } from '../settings.ts';
import type { MeasuredScript } from './measured-scripts.ts';
import { shellMutants, type ShellMutant } from './shell-mutants.ts';
import type { TestEnd, WorkCopy } from './work-copy.ts';

/** A change of a script, and what its tests made of it. */
export interface JudgedChange extends ShellMutant {
  readonly end: TestEnd;
}

/** Shortest time that the tests of a changed script have, in seconds. */
const leastSeconds = 60;

/** Times that a changed script may take as long as the script itself. */
const patience = 5;

const isScript = (text: string) => spawnSync('sh', ['-n'], { input: text }).status === 0;

const hashOf = (...texts: readonly string[]) =>
  createHash('sha256').update(texts.join('\0')).digest('hex');

/** Verdicts of earlier measurements, by a hash of the script and of its tests; each is kept at once. */
class Journal {
  readonly #file: string;
  readonly #ends = new Map<string, TestEnd>();

  constructor(file: string) {
    this.#file = file;
    mkdirSync(dirname(file), { recursive: true });
    if (!existsSync(file)) return;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      const [hash = '', end] = line.split(' ');
      if (end === 'passed' || end === 'failed') this.#ends.set(hash, end);
    }
  }

  get(hash: string): TestEnd | undefined {
    return this.#ends.get(hash);
  }

  set(hash: string, end: TestEnd): void {
    this.#ends.set(hash, end);
    appendFileSync(this.#file, `${hash} ${end}\n`);
  }
}

/**
 * Runs the tests of a script with each of its changes. A measurement that was cut off goes on with what was
 * not judged by the same tests, with the modules that they import.
 *
 * @param tell - gets a line of progress now and then.
 * @throws MutationError when the tests fail without a change.
 */
export async function measureScript(
  { script, tests }: MeasuredScript,
  copy: WorkCopy,
  journalFile: string,
  tell: (line: string) => void,
): Promise<readonly JudgedChange[]> {
  const original = copy.read(script);
  const began = Date.now();
  if ((await copy.test(tests, 1_800)) !== 'passed') {
    throw new MutationError(`the tests of ${script} fail without a change: ${tests.join(', ')}`);
  }
  const seconds = Math.max(leastSeconds, (patience * (Date.now() - began)) / 1_000);
  const journal = new Journal(journalFile);
  const judges = tests.map((file) => hashOfTest(file, (module) => copy.read(module)));
  const mutants = shellMutants(original).filter(({ text }) => isScript(text));
  const judged: JudgedChange[] = [];
  for (const mutant of mutants) {
    const hash = hashOf(mutant.text, ...judges);
    let end = journal.get(hash);
    if (end === undefined) {
      copy.write(script, mutant.text);
      end = await copy.test(tests, seconds);
      // On another day there may be time enough.
      if (end !== 'timeout') journal.set(hash, end);
    }
    judged.push({ ...mutant, end });
    if (judged.length % 25 === 0) tell(`${judged.length} of ${mutants.length} changes`);
  }
  copy.write(script, original);
  return judged;
}
