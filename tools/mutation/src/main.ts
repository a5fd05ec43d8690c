// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { instrument } from './instrument/instrument.ts';
import { judgeMutants } from './judge/judge-mutants.ts';
import { requireCoverage } from './judge/require-coverage.ts';
import { rowsOfTests } from './judge/rows-of-tests.ts';
import { renderReport } from './report/render-report.ts';
import { supervise } from './run/supervise.ts';
import { MutationError, mutationSettings } from './settings.ts';
import { readSources } from './sources.ts';
import { suitedTestFiles } from './test-files.ts';

const root = join(import.meta.dirname, '../../..');

/** Measures folders of a package and writes a report of the mutants that no test detected. */
async function main(): Promise<void> {
  const { package: name, folders, isWide } = mutationSettings(process.argv.slice(2));
  const begin = Date.now();
  const folder = join(root, '.strata/mutation', name);
  rmSync(folder, { recursive: true, force: true });
  const sources = join(folder, 'sources');
  const originals = readSources(root, name, folders);
  const { sources: instrumented, mutants } = await instrument(originals);
  for (const { file, text } of instrumented) {
    mkdirSync(dirname(join(sources, file)), { recursive: true });
    writeFileSync(join(sources, file), text);
  }
  const testFiles = suitedTestFiles(
    root,
    name,
    originals.map(({ file }) => file),
    isWide,
  );
  console.log(`${name}: ${mutants.length} mutants, ${testFiles.length} test files`);
  const packageFolder = join(root, 'packages', name);
  const journal = join(folder, 'journal.jsonl');
  const entries = await supervise(
    {
      mutants,
      sources,
      root,
      packageFolder,
      journal,
      testFiles: testFiles.map((file) => join(root, file)),
    },
    folder,
  );
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

try {
  await main();
} catch (error) {
  console.error(error instanceof MutationError ? error.message : error);
  process.exitCode = 1;
}
