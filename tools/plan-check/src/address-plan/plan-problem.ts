// SPDX-License-Identifier: Apache-2.0

/** A place in a file. */
export interface Place {
  /** Path from the root of the repository. */
  readonly file: string;
  /** Path in the file's YAML, such as `config.user-cluster:network.vlans[0].vlan`. */
  readonly path: string;
  /** Line in the file, from 1. @default the path alone says where */
  readonly line?: number;
}

/** A contradiction between files. */
export interface PlanProblem extends Place {
  readonly message: string;
  /** The other place, if two places contradict each other. */
  readonly other?: Place;
}

/** Returns one line with both places, the problem and the fix. */
export function formatPlanProblem({ file, line, message, other, path }: PlanProblem): string {
  const place = line === undefined ? file : `${file}:${line}`;
  const where = path === '' ? place : `${place}: ${path}`;
  return other === undefined
    ? `${where}: ${message}`
    : `${where}: ${message} (the other: ${other.file}: ${other.path})`;
}
