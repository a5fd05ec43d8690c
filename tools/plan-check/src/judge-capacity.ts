// SPDX-License-Identifier: Apache-2.0
import {
  capacityFile,
  capacityLimits,
  capacityOf,
  capacityProblems,
  describeCapacity,
  infraFacts,
  infraFactsFile,
  infraOutputs,
  kubevirtStackOutputs,
} from '@strata/contracts';
import type { CapacityQuestion, EnvironmentFiles, Host } from '@strata/contracts';
import { machineGroups, platformSharing } from './environment-machines.ts';
import { findEnvironment } from './find-environment.ts';
import { checked, readChecked } from './read-yaml.ts';
import { PlanError } from './report.ts';
import type { Report } from './report.ts';

const { hosts: hostList } = infraOutputs.values.shape;
const { instancetypes } = kubevirtStackOutputs.values.shape;

/** Content of a file, and how messages call it. */
export interface OutputsFile {
  readonly name: string;
  readonly content: unknown;
}

/** What a question about capacity names. */
export interface CapacityInput {
  readonly environment: string;
  /**
   * `pulumi stack output --json` of infra, or its `hosts` alone.
   *
   * @default `stacks/infra-facts/<environment>.yaml`
   */
  readonly hosts?: OutputsFile;
  /** `pulumi stack output --json` of kubevirt-stack, or its `instancetypes` alone. */
  readonly platform?: OutputsFile;
  readonly json: boolean;
}

/** One output of a stack, out of all of its outputs or by itself. */
function outputOf({ content }: OutputsFile, key: string): unknown {
  const isAll = typeof content === 'object' && content !== null && key in content;
  return isAll ? (content as Readonly<Record<string, unknown>>)[key] : content;
}

/** @throws PlanError when there are no hosts, or the file is wrong. */
function hostsOf(root: string, environment: string, hosts?: OutputsFile): readonly Host[] {
  if (hosts !== undefined) return checked(outputOf(hosts, 'hosts'), hosts.name, hostList);
  const file = infraFactsFile(environment);
  const facts = readChecked(root, file, infraFacts);
  if (facts !== undefined) return facts.hosts;
  throw new PlanError(
    `nobody says what hosts "${environment}" has; write ${file}, or name a file with the outputs of infra: --hosts FILE`,
  );
}

/**
 * What the capacity of an environment is judged by.
 *
 * @param outputs - of its stacks, where they have been read. @default what its files say
 * @throws PlanError when a file is wrong, or a size is unknown.
 */
export function capacityQuestion(
  root: string,
  files: EnvironmentFiles,
  outputs: Pick<CapacityInput, 'hosts' | 'platform'> = {},
): CapacityQuestion {
  const { hosts, platform } = outputs;
  const { sizes, ...sharing } = platformSharing(files);
  const offered =
    platform === undefined
      ? []
      : checked(outputOf(platform, 'instancetypes'), platform.name, instancetypes);
  const limits =
    readChecked(root, capacityFile(files.name), capacityLimits) ?? capacityLimits.parse({});
  return {
    hosts: hostsOf(root, files.name, hosts),
    groups: machineGroups(files, [...sizes, ...offered]),
    ...sharing,
    limits,
  };
}

/**
 * Says whether the hosts of an environment have room for the machines in its files.
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
