// SPDX-License-Identifier: Apache-2.0

/** Where something is written. */
export interface Place {
  /** From the root of the repository. */
  readonly file: string;
  /** In the file's YAML, such as `config.user-cluster:network.vlans[0].vlan`. */
  readonly path: string;
}

/** Something that is wrong with what files say together. */
export interface PlanProblem extends Place {
  readonly message: string;
  /** The other side, where two places contradict each other. */
  readonly other?: Place;
}

/** One line: both places, what is wrong, and the fix. */
export function formatPlanProblem({ file, message, other, path }: PlanProblem): string {
  const where = path === '' ? file : `${file}: ${path}`;
  return other === undefined
    ? `${where}: ${message}`
    : `${where}: ${message} (the other: ${other.file}: ${other.path})`;
}
