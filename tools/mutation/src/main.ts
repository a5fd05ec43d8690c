// SPDX-License-Identifier: Apache-2.0
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { instrument, type Source } from './instrument/instrument.ts';
import { type Entry, readJournal, writeEntry } from './journal.ts';
import { judgeMutants } from './judge/judge-mutants.ts';
import { requireCoverage } from './judge/require-coverage.ts';
import { rowsOfTests } from './judge/rows-of-tests.ts';
import { type Plan, planFile } from './plan.ts';
import { renderReport } from './report/render-report.ts';
import { entriesThatHold, hashOfTest, undecidedFiles } from './run/resume.ts';
import { supervise } from './run/supervise.ts';
import { measurementName, MutationError, mutationSettings } from './settings.ts';
import { measureScripts } from './shell/measure-scripts.ts';
import { readSources } from './sources.ts';
import { suitedTestFiles } from './test-files.ts';

const root = join(import.meta.dirname, '../../..');

/** Returns the entries of the former measurement in a folder that hold for this plan. */
function formerEntries(folder: string, plan: Plan): Entry[] {
  const path = join(folder, planFile);
  if (!existsSync(path)) return [];
  const before = JSON.parse(readFileSync(path, 'utf8')) as Plan;
  return entriesThatHold(before, readJournal(plan.journal), plan);
}

/** Writes the instrumented sources and the journal that a measurement begins with. */
function prepare(
  folder: string,
  { sources, journal }: Plan,
  instrumented: readonly Source[],
  entries: readonly Entry[],
): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { file, text } of instrumented) {
    mkdirSync(dirname(join(sources, file)), { recursive: true });
    writeFileSync(join(sources, file), text);
  }
  entries.forEach((entry) => writeEntry(journal, entry));
}

/** Runs all tests of a plan; those that left a mutant to others twice, if these no longer detect it. */
async function measure(plan: Plan, folder: string): Promise<readonly Entry[]> {
  const entries = await supervise(plan, folder);
  const undecided = undecidedFiles(entries);
  if (undecided.length === 0) return entries;
  undecided.forEach((testFile) => writeEntry(plan.journal, { kind: 'again', testFile }));
  return supervise(plan, folder);
}

/** Measures folders of a package and writes a report of the mutants that no test detected. */
async function measurePackage(args: readonly string[]): Promise<void> {
  const settings = mutationSettings(args);
  const { package: name, folders, isWide, isResumed } = settings;
  const begin = Date.now();
  const folder = join(root, '.strata/mutation', measurementName(settings));
  const originals = readSources(root, name, folders);
  const { sources: instrumented, mutants } = await instrument(originals);
  const files = originals.map(({ file }) => file);
  const testFiles = suitedTestFiles(root, name, files, isWide);
  const read = (file: string) => readFileSync(join(root, file), 'utf8');
  const plan: Plan = {
    mutants,
    sources: join(folder, 'sources'),
    root,
    packageFolder: join(root, 'packages', name),
    journal: join(folder, 'journal.jsonl'),
    testFiles: testFiles.map((file) => join(root, file)),
    hashes: Object.fromEntries(testFiles.map((file) => [join(root, file), hashOfTest(file, read)])),
  };
  const former = isResumed ? formerEntries(folder, plan) : [];
  prepare(folder, plan, instrumented, former);
  const kept = former.filter(({ kind }) => kind === 'verdict').length;
  console.log(
    `${name}: ${mutants.length} mutants, ${testFiles.length} test files` +
      (isResumed ? `; ${kept} verdicts are kept` : ''),
  );
  const entries = await measure(plan, folder);
  const judgement = judgeMutants(mutants, entries, rowsOfTests(root, testFiles));
  const report = renderReport(
    { package: name, folders, seconds: Math.round((Date.now() - begin) / 1_000) },
    judgement,
  );
  writeFileSync(`${folder}.md`, report);
  console.log(report.split('\n## ')[0]);
  console.log(`Every survivor: ${folder}.md`);
  requireCoverage(entries, judgement.remarks);
}

const [first, ...rest] = process.argv.slice(2);
try {
  await (first === 'scripts' ? measureScripts(root, rest) : measurePackage(process.argv.slice(2)));
} catch (error) {
  console.error(error instanceof MutationError ? error.message : error);
  process.exitCode = 1;
}
