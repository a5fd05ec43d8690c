// SPDX-License-Identifier: Apache-2.0
import type { Tree } from '@nx/devkit';
import {
  capacityFile,
  capacityLimits,
  capacityOf,
  capacityProblems,
} from '@strata/plan-check/capacity';
import { checkAddressPlans, formatPlanProblem } from '@strata/plan-check/address-plan';
import { infraFacts, infraFactsFile } from '@strata/plan-check/infra-facts';
import {
  checkVersions,
  environmentVersions,
  machineGroups,
  platformSharing,
  readFiles,
} from '@strata/plan-check';
import type { FileSource } from '@strata/contracts/file-source';
import { parse } from 'yaml';
import { refuseLines } from '../check-config.ts';
import { treeFiles } from './tree-files.ts';
import type { NewFile } from './tree-files.ts';

/** Room on the hosts that the environment's facts name; without such a file nobody knows. */
function roomProblems(source: FileSource, environment: string): string[] {
  const facts = source.read(infraFactsFile(environment));
  const files = readFiles(source).environments.find(({ name }) => name === environment);
  if (facts === undefined || files === undefined) return [];
  const { hosts } = infraFacts.parse(parse(facts));
  const limits = capacityLimits.parse(parse(source.read(capacityFile(environment)) ?? '{}'));
  const { sizes, ...sharing } = platformSharing(files);
  const groups = machineGroups(files, sizes);
  return capacityProblems(capacityOf({ hosts, groups, limits, ...sharing }), limits);
}

function problemsOf(source: FileSource, environment: string): string[] {
  const { environments } = readFiles(source);
  return [
    ...[
      ...checkAddressPlans(environments),
      ...environments.map(environmentVersions).flatMap(checkVersions),
    ].map(formatPlanProblem),
    ...roomProblems(source, environment),
  ];
}

/**
 * Holds new files of an environment against all others: addresses, versions, and room on the hosts.
 * Returns everything that is wrong with them and was not wrong before.
 */
export function environmentProblems(
  tree: Tree,
  environment: string,
  files: readonly NewFile[],
): string[] {
  const before = problemsOf(treeFiles(tree), environment);
  const after = problemsOf(treeFiles(tree, files), environment);
  return after.filter((problem) => !before.includes(problem));
}

/** @throws Error listing everything that is wrong with the file of a new cluster. */
export function checkEnvironment(tree: Tree, environment: string, file: NewFile): void {
  refuseLines('The cluster', environmentProblems(tree, environment, [file]));
}
