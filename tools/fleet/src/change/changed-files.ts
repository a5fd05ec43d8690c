// SPDX-License-Identifier: Apache-2.0
import { programReads } from '@strata/contracts/programs';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import { mayRoll, meansGroup } from '@strata/gitops/pull-request';
import type { AuthorChanges, RollingCluster } from '@strata/gitops/pull-request';
import type { ChangedFile, RollingMachines } from '../change-model.ts';
import type { Environment, Fleet } from '../model.ts';
import { inDeploymentOrder } from '../what-if/deployment-order.ts';

const otherPattern = /^[a-z-]+\/([a-z0-9-]+)\.(?:yaml|json)$/;

/** What the path of a file below `stacks` says. */
type Place = Pick<ChangedFile, 'environment' | 'program' | 'cluster'>;

/** Returns the environment, program and cluster of a file below `stacks`. */
export function placeOf(file: string): Place {
  const { program, environment, cluster } = parseStackFileName(file) ?? {};
  if (program !== undefined && environment !== undefined) {
    return { program, environment, ...(cluster !== undefined && { cluster }) };
  }
  const [, name] = otherPattern.exec(file) ?? [];
  return name === undefined ? {} : { environment: name };
}

/** Returns the number of machines that the words of {@link mayRoll} mean. */
function countOf(words: string, environment: Environment | undefined, cluster: string): number {
  const groups = environment?.clusters.find(({ name }) => name === cluster)?.facts.value?.groups;
  return (groups ?? [])
    .filter(({ name }) => meansGroup(words, name))
    .reduce((sum, { machines }) => sum + machines, 0);
}

function rollsOf(
  rolling: readonly RollingCluster[],
  before: readonly Environment[],
  { cluster, environment, program }: Place,
): RollingMachines[] {
  if (program !== 'user-cluster' || cluster === undefined) return [];
  const old = before.find(({ name }) => name === environment);
  return rolling
    .filter((one) => one.environment === environment && one.cluster === cluster)
    .flatMap(({ machines }) => machines)
    .map((what) => ({ what, machines: countOf(what, old, cluster) }));
}

/** Programs in the order in which the stacks of an environment are brought up. */
const programs: readonly string[] = Object.keys(programReads);

/**
 * Returns the changed files in the order of deployment, with the machines that each can replace at
 * most. Limits, plans and facts of an environment come before its stacks.
 *
 * @param before - changed environments as they were.
 */
export function changedFiles(
  { code, files }: AuthorChanges,
  before: readonly Environment[],
  after: Fleet,
): ChangedFile[] {
  const gone = before.filter(({ name }) => !after.environments.some((one) => one.name === name));
  const fleet = { ...after, environments: [...after.environments, ...gone] };
  const order = inDeploymentOrder(fleet);
  const rolling = mayRoll({ code, files }).clusters;
  const changes = files.map(({ fields, file, kind }): ChangedFile => {
    const place = placeOf(file);
    const ring = order.find(({ name }) => name === place.environment)?.ring;
    return {
      file: `stacks/${file}`,
      kind,
      ...place,
      ...(ring !== undefined && { ring }),
      ...(fields !== undefined && { keys: fields }),
      rolls: rollsOf(rolling, before, place),
    };
  });
  const rank = ({ environment, program }: ChangedFile): readonly [number, number] => [
    order.findIndex(({ name }) => name === environment),
    program === undefined ? -1 : programs.indexOf(program),
  ];
  return changes.sort((one, other) => {
    const [a, b] = [rank(one), rank(other)];
    return a[0] - b[0] || a[1] - b[1] || (one.file < other.file ? -1 : 1);
  });
}
