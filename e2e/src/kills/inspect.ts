// SPDX-License-Identifier: Apache-2.0
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { nameOf, readRecord } from '../gitops/recorded-objects.ts';
import { runVariable } from '../gitops/killed-run.ts';
import { processesWhere } from '../processes.ts';
import { censusOf, compareCensus, type CountedObject } from './census.ts';
import type { KillLab } from './kill-lab.ts';
import type { Operation } from './kill-schedule.ts';
import { readObjects } from './read-census.ts';

/** Objects that exist after an operation that was not disturbed. */
export interface Whole {
  readonly infra: readonly string[];
  /** Inside the user cluster; nothing after a destroy. */
  readonly inside: readonly string[];
}

/** How long what was told to go may be on its way, in milliseconds. */
const patience = 180_000;

interface Found {
  readonly infra: readonly CountedObject[];
  readonly inside: readonly CountedObject[];
}

async function look(lab: KillLab, operation: Operation): Promise<Found> {
  return {
    infra: await readObjects(lab.session),
    inside: operation === 'destroy' ? [] : await readObjects(lab.session, await lab.kubeconfig()),
  };
}

/** Counts what there is, once that has been the same twice. */
export async function countWhole(lab: KillLab, operation: Operation): Promise<Whole> {
  const deadline = Date.now() + patience;
  for (let before = ''; ;) {
    const { infra, inside } = await look(lab, operation);
    const whole = { infra: censusOf(infra), inside: censusOf(inside) };
    if (JSON.stringify(whole) === before || Date.now() > deadline) return whole;
    before = JSON.stringify(whole);
    await sleep(10_000);
  }
}

/** Reports wrong objects: lost, left over, too many, too few, or recorded but not there. */
function wrongObjects(lab: KillLab, whole: Whole, found: Found): readonly string[] {
  const { objects } = readRecord(lab.stateFile);
  const live = new Set(
    [...found.infra, ...found.inside].map(({ kind, name, namespace }) =>
      [kind, ...(namespace === '' ? [] : [namespace]), name].join('/'),
    ),
  );
  const inCluster = (line: string) => `in the user cluster, ${line}`;
  return [
    ...compareCensus(whole.infra, censusOf(found.infra)),
    ...compareCensus(whole.inside, censusOf(found.inside)).map(inCluster),
    ...objects
      .map(nameOf)
      .filter((name) => !live.has(name))
      .map((name) => `in the state, but not there: ${name}`),
  ];
}

/** Reports traces of runs that have not ended: pending operations in the state, and lock files. */
function unfinished(lab: KillLab): readonly string[] {
  const locks = existsSync(lab.lockFolder) ? readdirSync(lab.lockFolder) : [];
  const count = readRecord(lab.stateFile).unfinished;
  return [
    ...(count === 0 ? [] : [`${count} pending operations or deletions in the state`]),
    ...locks.map((name) => `a lock is left: ${name}`),
  ];
}

/** The command line of a process; empty when it has ended. */
function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return '';
  }
}

/**
 * Upstream's programs in Go ask every five minutes whether the engine that started them is still there.
 * Nobody can ask them anything meanwhile, so they begin nothing any more.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/resource/provider/main.go (`rpcutil.Healthcheck`)
 */
const endLater = ['pulumi-resource-kubernetes', 'pulumi-language-nodejs'];

/** Processes of operations that outlive them. */
function leftProcesses(): readonly string[] {
  const prefix = `${runVariable}=kills-${process.pid}-`;
  const left = processesWhere(
    ({ command: [program = ''], env }) =>
      !endLater.includes(basename(program)) && env.some((entry) => entry.startsWith(prefix)),
  );
  return left.map(
    (pid) => `a process of a killed operation runs still: ${pid}, ${commandOf(pid).slice(0, 200)}`,
  );
}

/** Reports all differences from the result of an undisturbed operation; empty if all is well. */
export async function inspect(
  lab: KillLab,
  operation: Operation,
  whole: Whole,
): Promise<readonly string[]> {
  const deadline = Date.now() + patience;
  for (;;) {
    const problems = [
      ...wrongObjects(lab, whole, await look(lab, operation)),
      ...unfinished(lab),
      ...leftProcesses(),
    ];
    if (problems.length === 0 || Date.now() > deadline) return problems;
    await sleep(3_000);
  }
}

/** Whether a preview has nothing to do: the state says what the file says. */
export async function expectNothingToDo(lab: KillLab): Promise<readonly string[]> {
  const { code, stderr, stdout } = await lab.pulumi('preview', '--expect-no-changes');
  const said = stdout + stderr;
  if (code === 0 && !said.includes('pending operations')) return [];
  return [`a preview has something to do: ${said.trim()}`];
}
