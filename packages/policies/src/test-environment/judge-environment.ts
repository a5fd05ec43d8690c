// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { readInfraFacts } from '@strata/config-fuzz';
import {
  blastRadius,
  blastRadiusFile,
  blastRadiusLimits,
  excesses,
} from '@strata/plan-check/blast-radius';
import {
  capacityFile,
  capacityLimits,
  capacityOf,
  capacityProblems,
} from '@strata/plan-check/capacity';
import { checkAddressPlans, formatPlanProblem } from '@strata/plan-check/address-plan';
import { isolationEdges, isolationFile, isolationLimits } from '@strata/plan-check/isolation';
import type { EnvironmentFiles } from '@strata/plan-check/address-plan';
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import {
  checkVersions,
  describeEdge,
  describeExcess,
  environmentVersions,
  isolatedClusters,
  machineGroups,
  platformSharing,
  readFiles,
  unintended,
} from '@strata/plan-check';
import type { FileSource } from '@strata/contracts/file-source';
import { parse } from 'yaml';
import { judgeStack, policyConfig } from './judge-stack.ts';
import { plannedChanges } from './planned-changes.ts';
import type { PlannedStack } from './planned-changes.ts';
import { readPlatform, recordCluster, recordPlatform } from './record-environment.ts';

/** All checks besides the policies that can reject an environment. */
export const gates = ['preview', 'check-plan', 'capacity', 'isolation', 'blast-radius'] as const;

/** Returns the lines of a program's error about its configuration, without the path of its file. */
function refusalOf(error: unknown): string[] {
  if (!pulumi.RunError.isInstance(error)) throw error;
  const [, ...lines] = error.message.split('\n');
  // The error is no list of problems: a manifest is missing, for example.
  if (lines.length === 0) throw error;
  return lines.map((line) => `preview: ${line.trim()}`);
}

function planProblems(source: FileSource, environment: EnvironmentFiles): string[] {
  const { environments, problems } = readFiles(source);
  return [
    ...problems,
    ...checkAddressPlans(environments),
    ...checkVersions(environmentVersions(environment)),
  ].map((problem) => `check-plan: ${formatPlanProblem(problem)}`);
}

function capacity(source: FileSource, environment: EnvironmentFiles, { hosts }: InfraFacts) {
  const { sizes, ...sharing } = platformSharing(environment);
  const limits = capacityLimits.parse(parse(source.read(capacityFile(environment.name)) ?? '{}'));
  const groups = machineGroups(environment, sizes);
  return capacityProblems(capacityOf({ hosts, groups, limits, ...sharing }), limits).map(
    (problem) => `capacity: ${problem}`,
  );
}

function isolation(
  source: FileSource,
  environment: EnvironmentFiles,
  platform: KubevirtStackOutputs,
): string[] {
  const text = source.read(isolationFile(environment.name)) ?? '{}';
  const edges = isolationEdges(isolatedClusters(environment, platform));
  return unintended(edges, isolationLimits.parse(parse(text))).map(
    (edge) => `isolation: ${describeEdge(environment.name, edge)}`,
  );
}

/** Returns what an environment's programs make of its files. */
async function recordEnvironment(source: FileSource, environment: EnvironmentFiles) {
  const { name } = environment;
  const facts = readInfraFacts(source, name);
  const platform = await recordPlatform(name, await readPlatform(environment, facts));
  const clusters = [];
  for (const content of environment.clusters) {
    clusters.push(await recordCluster(name, content, facts, platform.outputs));
  }
  return { platform, stacks: [platform, ...clusters] };
}

function environmentOf(source: FileSource, name: string): EnvironmentFiles {
  const environment = readFiles(source).environments.find((one) => one.name === name);
  if (environment === undefined) throw new Error(`there is no environment "${name}"`);
  return environment;
}

const running = new Map<string, Promise<readonly PlannedStack[]>>();

/** Returns the stacks before a change; they are rendered only once. */
async function runningStacks(source: FileSource, name: string): Promise<readonly PlannedStack[]> {
  const record = async () => (await recordEnvironment(source, environmentOf(source, name))).stacks;
  const known = running.get(name) ?? record();
  running.set(name, known);
  return known;
}

/** Returns what a change does beyond the limits that it contains itself. */
function blastRadiusProblems(
  source: FileSource,
  name: string,
  before: readonly PlannedStack[],
  after: readonly PlannedStack[],
): string[] {
  const limits = blastRadiusLimits.parse(parse(source.read(blastRadiusFile(name)) ?? '{}'));
  return excesses(blastRadius([plannedChanges(before, after)]), limits).map(
    (excess) => `blast-radius: ${describeExcess(name, excess)}`,
  );
}

/**
 * Returns everything that policies and gates object to in an environment before it is applied: its
 * files are read and rendered by the programs, and the result is judged.
 *
 * @param before - the files at the time when everything was brought up. Default: nothing exists
 * yet.
 */
export async function judgeEnvironment(
  source: FileSource,
  name: string,
  before?: FileSource,
): Promise<string[]> {
  const environment = environmentOf(source, name);
  const config = policyConfig(source, name);
  const said = [
    ...planProblems(source, environment),
    ...capacity(source, environment, readInfraFacts(source, name)),
  ];
  try {
    const { platform, stacks } = await recordEnvironment(source, environment);
    for (const { judged } of stacks) said.push(...(await judgeStack(judged, config)));
    said.push(...isolation(source, environment, platform.outputs));
    if (before !== undefined) {
      const old = await runningStacks(before, name);
      said.push(...blastRadiusProblems(source, name, old, stacks));
    }
  } catch (error) {
    said.push(...refusalOf(error));
  }
  return said;
}
