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
 * Holds a new file against all others: addresses, versions, and room on the hosts.
 *
 * @throws Error listing everything that is wrong with it and was not wrong before.
 */
export function checkEnvironment(tree: Tree, environment: string, file: NewFile): void {
  const before = problemsOf(treeFiles(tree), environment);
  const after = problemsOf(treeFiles(tree, file), environment);
  const added = after.filter((problem) => !before.includes(problem));
  if (added.length === 0) return;
  throw new Error(
    `The cluster cannot be made like this:${added.map((one) => `\n  ${one}`).join('')}`,
  );
}
