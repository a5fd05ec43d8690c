// SPDX-License-Identifier: Apache-2.0
import { programReads } from '@strata/contracts/programs';
import { parseStackFileName } from '@strata/contracts/stack-file-name';
import { environmentOfFile, mayRoll, meansGroup } from '@strata/gitops/pull-request';
import type { AuthorChanges, FileChange } from '@strata/gitops/pull-request';
import type { ChangedFile, RollingMachines } from '../change-model.ts';
import type { Environment, Fleet } from '../model.ts';
import { inDeploymentOrder } from '../what-if/deployment-order.ts';

/** Environment, program and cluster in the path of a file below `stacks`. */
type Place = Pick<ChangedFile, 'environment' | 'program' | 'cluster'>;

/** Returns the environment, program and cluster of a file below `stacks`. */
export function placeOf(file: string): Place {
  const { program, environment, cluster } = parseStackFileName(file) ?? {};
  if (program !== undefined && environment !== undefined) {
    return { program, environment, ...(cluster !== undefined && { cluster }) };
  }
  const named = environmentOfFile(file);
  return named === undefined ? {} : { environment: named };
}

/** Returns the number of machines that the words of {@link mayRoll} mean. */
function countOf(words: string, environment: Environment | undefined, cluster: string): number {
  const groups = environment?.clusters.find(({ name }) => name === cluster)?.facts.value?.groups;
  return (groups ?? [])
    .filter(({ name }) => meansGroup(words, name))
    .reduce((sum, { machines }) => sum + machines, 0);
}

/** @param file - change of one file. */
function rollsOf(file: FileChange, before: readonly Environment[]): RollingMachines[] {
  const isProfile = file.clusters !== undefined;
  return mayRoll({ files: [file], code: [] }).clusters.flatMap(
    ({ cluster, environment, machines }) => {
      const old = before.find(({ name }) => name === environment);
      return machines.map((words) => ({
        what: isProfile ? `${environment} / ${cluster}: ${words}` : words,
        machines: countOf(words, old, cluster),
      }));
    },
  );
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
  { files }: AuthorChanges,
  before: readonly Environment[],
  after: Fleet,
): ChangedFile[] {
  const gone = before.filter(({ name }) => !after.environments.some((one) => one.name === name));
  const fleet = { ...after, environments: [...after.environments, ...gone] };
  const order = inDeploymentOrder(fleet);
  const changes = files.map((change): ChangedFile => {
    const { fields, file, kind } = change;
    const place = placeOf(file);
    const ring = order.find(({ name }) => name === place.environment)?.ring;
    return {
      file: `stacks/${file}`,
      kind,
      ...place,
      ...(ring !== undefined && { ring }),
      ...(fields !== undefined && { keys: fields }),
      rolls: rollsOf(change, before),
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
