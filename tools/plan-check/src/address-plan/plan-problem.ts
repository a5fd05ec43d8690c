// SPDX-License-Identifier: Apache-2.0

/** A place in a file. */
export interface Place {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Path in the file's YAML, such as `config.user-cluster:network.vlans[0].vlan`. */
  readonly path: string;
}

/** A contradiction between files. */
export interface PlanProblem extends Place {
  readonly message: string;
  /** The other place, if two places contradict each other. */
  readonly other?: Place;
}

/** Returns one line with both places, the problem and the fix. */
export function formatPlanProblem({ file, message, other, path }: PlanProblem): string {
  const where = path === '' ? file : `${file}: ${path}`;
  return other === undefined
    ? `${where}: ${message}`
    : `${where}: ${message} (the other: ${other.file}: ${other.path})`;
}
