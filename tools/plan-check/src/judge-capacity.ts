// SPDX-License-Identifier: Apache-2.0
import {
  capacityFile,
  capacityLimits,
  capacityOf,
  capacityProblems,
  describeCapacity,
} from './capacity/index.ts';
import { infraFacts, infraFactsFile } from './infra-facts/index.ts';
import { infraOutputs, kubevirtStackOutputs } from '@strata/contracts';
import type { CapacityQuestion } from './capacity/index.ts';
import type { EnvironmentFiles } from './address-plan/index.ts';
import type { Host } from '@strata/contracts';
import { machineGroups, platformSharing } from './environment-machines.ts';
import type { Size } from './environment-machines.ts';
import { findEnvironment } from './find-environment.ts';
import { checked, readChecked } from './read-yaml.ts';
import { PlanError } from './report.ts';
import type { Report } from './report.ts';

const { hosts: hostList } = infraOutputs.values.shape;
const { instancetypes } = kubevirtStackOutputs.values.shape;

/** Content of a file, and its name in messages. */
export interface OutputsFile {
  readonly name: string;
  readonly content: unknown;
}

/** Input of {@link judgeCapacity}. */
export interface CapacityInput {
  readonly environment: string;
  /**
   * Output of `pulumi stack output --json` of infra, or of its `hosts` alone.
   *
   * @default `stacks/infra-facts/<environment>.yaml`
   */
  readonly hosts?: OutputsFile;
  /** Output of `pulumi stack output --json` of kubevirt-stack, or of its `instancetypes` alone. */
  readonly platform?: OutputsFile;
  readonly json: boolean;
}

/** Returns one output of a stack from a file that holds all outputs or only this one. */
function outputOf({ content }: OutputsFile, key: string): unknown {
  const isAll = typeof content === 'object' && content !== null && key in content;
  return isAll ? (content as Readonly<Record<string, unknown>>)[key] : content;
}

/**
 * Returns the hosts of an environment.
 *
 * @throws PlanError when there are no hosts, or the file is
 * wrong.
 */
export function hostsOf(root: string, environment: string, hosts?: OutputsFile): readonly Host[] {
  if (hosts !== undefined) return checked(outputOf(hosts, 'hosts'), hosts.name, hostList);
  const file = infraFactsFile(environment);
  const facts = readChecked(root, file, infraFacts);
  if (facts !== undefined) return facts.hosts;
  throw new PlanError(
    `nobody says what hosts "${environment}" has; write ${file}, or take the outputs of infra: --live (of tools/plan-check itself: --hosts FILE)`,
  );
}

/**
 * Returns the sizes of VMs in the outputs of a platform.
 *
 * @returns none without a file.
 * @throws PlanError when the file is wrong.
 */
export function sizesIn(platform?: OutputsFile): readonly Size[] {
  if (platform === undefined) return [];
  return checked(outputOf(platform, 'instancetypes'), platform.name, instancetypes);
}

/**
 * Returns the hosts, VMs and settings by which the capacity of an environment is judged.
 *
 * @param outputs - outputs of its stacks, where they have been read. @default read from its files
 * @throws PlanError when a file is wrong, or a size is unknown.
 */
export function capacityQuestion(
  root: string,
  files: EnvironmentFiles,
  outputs: Pick<CapacityInput, 'hosts' | 'platform'> = {},
): CapacityQuestion {
  const { hosts, platform } = outputs;
  const { sizes, ...sharing } = platformSharing(files);
  const limits =
    readChecked(root, capacityFile(files.name), capacityLimits) ?? capacityLimits.parse({});
  return {
    hosts: hostsOf(root, files.name, hosts),
    // The first size of a name counts: that of the outputs.
    groups: machineGroups(files, [...sizesIn(platform), ...sizes]),
    ...sharing,
    limits,
  };
}

/**
 * Reports whether the hosts of an environment have room for the VMs in its files.
 *
 * @throws PlanError when a file is wrong, or a size is unknown.
 */
export function judgeCapacity(root: string, input: CapacityInput): Report {
  const { environment, json } = input;
  const question = capacityQuestion(root, findEnvironment(root, environment), input);
  const capacity = capacityOf(question);
  const problems = capacityProblems(capacity, question.limits);
  const lines = json
    ? [JSON.stringify({ environment, ...capacity, problems }, undefined, 2)]
    : [
        ...describeCapacity(capacity),
        ...problems.map((problem) => `${capacityFile(environment)}: ${problem}`),
      ];
  return { lines, failed: problems.length > 0 };
}
