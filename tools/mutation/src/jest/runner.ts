// SPDX-License-Identifier: Apache-2.0
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type DryTest, type Entry, readJournal, writeEntry } from '../journal.ts';
import { importersIn, modulesInFront } from '../modules-behind.ts';
import type { Plan } from '../plan.ts';
import { adapterOf, keepHandlers } from './circus.ts';
import type MutationEnvironment from './environment.ts';
import type { Coverage, RunFindings, RunRequest } from './environment.ts';
import { readPlan } from './read-plan.ts';

/** Part of Jest's runtime that is needed here; its registry of modules is not public. */
interface Runtime {
  requireInternalModule(path: string): unknown;
  readonly registries: { getActiveEsmRegistry(): Map<string, unknown> };
}

interface JestResult {
  readonly testExecError?: unknown;
}

type Adapter = (
  globalConfig: object,
  config: object,
  environment: MutationEnvironment,
  runtime: Runtime,
  testPath: string,
) => Promise<JestResult>;

const resolve = createRequire(import.meta.url);
const circusRunner = resolve.resolve('jest-circus/runner');
const { default: adapter } = resolve(circusRunner) as { readonly default: Adapter };

/**
 * Bytes of memory after which the process pauses: modules that are loaded again are not all freed.
 */
const mostBytes = 1.5 * 2 ** 30;
/** Minimum of the time limit of a run, because machines that run tests are busy. */
const leastMilliseconds = 10_000;
/** Maximum of it: a test that hangs ends before its process counts as silent. */
const mostMilliseconds = 60_000;
/**
 * Factor by which a mutant may be executed more often than in the run without mutants. Beyond it,
 * the mutant counts as an endless loop.
 */
const hitFactor = 100;

/** Runs a test file without a mutant, and then with every mutant that its tests execute. */
export default async function runWithMutants(
  ...[globalConfig, config, environment, runtime, testPath]: Parameters<Adapter>
): Promise<JestResult> {
  const { journal } = readPlan();
  runtime.requireInternalModule(adapterOf(circusRunner));
  const base = keepHandlers(environment.global);
  const write = (entry: Entry) => writeEntry(journal, entry);

  /** Runs the tests. The test file is loaded anew, and the modules that are stale. */
  async function run(
    request: RunRequest,
    stale: readonly ReadonlySet<string>[] = [],
  ): Promise<RunFindings & { readonly result: JestResult }> {
    forget(runtime, (path) => isTestFile(path) || stale.some((some) => some.has(path)));
    keepHandlers(environment.global, base);
    environment.begin(request);
    const result = await adapter(globalConfig, config, environment, runtime, testPath);
    // Lets work that a failed test left behind end here, not in the next run.
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    return { ...environment.findings(), result };
  }

  write({ kind: 'begin', testFile: testPath });
  const begin = Date.now();
  const dry = await run({}).catch((error: unknown) => {
    write({ kind: 'end', testFile: testPath, unfit: 'it does not load' });
    throw error;
  });
  const milliseconds = Date.now() - begin;
  const failing = new Set(dry.failed);
  const tests = testsWithHits(dry, environment.coverage(), failing);
  const atLoad = environment.coverage().static;
  write({ kind: 'dry', testFile: testPath, tests, failing: dry.failed, atLoad, milliseconds });
  const passing = new Set(tests.map(({ id }) => id));
  const staleWith = staleModules(readPlan(), runtime);
  /** Modules that keep what the last mutant made while they were loaded. */
  let spoilt: ReadonlySet<string> = new Set();
  for (const mutant of mutantsToDo(readJournal(journal), testPath, [
    atLoad,
    ...tests.map(hitsOf),
  ])) {
    const isAtLoad = atLoad[mutant] !== undefined;
    const only = isAtLoad ? passing : covering(tests, mutant);
    if (only.size === 0) continue;
    write({ kind: 'start', testFile: testPath, mutant });
    const hits = hitsOn(mutant, [atLoad, ...tests.map(hitsOf)]);
    const testTimeout = timeLimit(milliseconds);
    const stale = isAtLoad ? staleWith(mutant) : new Set<string>();
    const found = await judge(() =>
      run({ mutant, only, hitLimit: hits * hitFactor, testTimeout }, [spoilt, stale]),
    );
    spoilt = stale;
    write({ kind: 'verdict', testFile: testPath, mutant, ...found });
    if (process.memoryUsage.rss() > mostBytes) {
      write({ kind: 'pause', testFile: testPath });
      process.exit(0);
    }
  }
  // With the modules as they are, so that a mutant that has left something behind is found.
  const last = await run({ only: passing }, [spoilt]);
  const isWell =
    last.failed.length === 0 && last.strays === 0 && last.tests.length === dry.tests.length;
  const unfit = isWell ? undefined : `after the mutants it fails: ${last.failed.join(', ')}`;
  write({ kind: 'end', testFile: testPath, ...(unfit !== undefined && { unfit }) });
  return last.result;
}

const hitsOf = ({ hits }: DryTest) => hits;

/** Returns how often a run without a mutant executes it. */
const hitsOn = (mutant: string, all: readonly DryTest['hits'][]) =>
  all.reduce((sum, hits) => sum + (hits[mutant] ?? 0), 0);

/** Returns the time limit of a test, from how long its file takes without a mutant. */
const timeLimit = (milliseconds: number) =>
  Math.min(mostMilliseconds, Math.max(leastMilliseconds, milliseconds * 5));

/** Has modules loaded anew when they are imported next. */
function forget({ registries }: Runtime, isStale: (path: string) => boolean): void {
  const registry = registries.getActiveEsmRegistry();
  for (const url of registry.keys()) if (isStale(pathOf(url))) registry.delete(url);
}

/** Returns a function from a mutant to the loaded modules of the package that it changes while they are loaded. */
function staleModules({ mutants, root, packageFolder }: Plan, { registries }: Runtime) {
  const loaded = [...registries.getActiveEsmRegistry().keys()].map(pathOf);
  const importers = importersIn(
    loaded.filter((path) => path.startsWith(packageFolder + sep)),
    (path) => readFileSync(path, 'utf8'),
  );
  const fileOf = new Map(mutants.map(({ id, file }) => [id, join(root, file)]));
  return (mutant: string) => modulesInFront(fileOf.get(mutant) ?? '', importers);
}

/** Returns the path of a module of Jest's registry; names of Node's own modules are no paths. */
const pathOf = (url: string) => (url.startsWith('file:') ? fileURLToPath(url) : url);

const isTestFile = (path: string) => path.endsWith('.test.ts');

function testsWithHits(
  { tests }: RunFindings,
  { perTest }: Coverage,
  failing: ReadonlySet<string>,
): DryTest[] {
  return tests
    .filter(({ id }) => !failing.has(id))
    .map(({ id, line }) => ({ id, line, hits: perTest[id] ?? {} }));
}

const covering = (tests: readonly DryTest[], mutant: string): ReadonlySet<string> =>
  new Set(tests.filter(({ hits }) => mutant in hits).map(({ id }) => id));

/**
 * Returns the mutants that this file executes, that no other file has killed, and that it has not
 * judged yet.
 */
function mutantsToDo(
  journal: readonly Entry[],
  testPath: string,
  hits: readonly Readonly<Record<string, number>>[],
): string[] {
  const verdicts = journal.filter((entry) => entry.kind === 'verdict');
  const done = new Set(
    verdicts
      .filter(({ verdict, testFile }) => verdict !== 'survived' || testFile === testPath)
      .map(({ mutant }) => mutant),
  );
  return [...new Set(hits.flatMap((one) => Object.keys(one)))].filter((id) => !done.has(id));
}

/** Returns the verdict of a run. A mutant that prevents the file from loading is killed, too. */
async function judge(run: () => Promise<RunFindings>) {
  try {
    const { failed, isOutOfTime, strays } = await run();
    const [by] = failed;
    if (by !== undefined && isOutOfTime) return { verdict: 'timeout', by } as const;
    if (by !== undefined) return { verdict: 'killed', by } as const;
    if (strays > 0) return { verdict: 'killed', by: 'an error outside of tests' } as const;
    return { verdict: 'survived' } as const;
  } catch {
    return { verdict: 'killed', by: 'the file does not load' } as const;
  }
}
