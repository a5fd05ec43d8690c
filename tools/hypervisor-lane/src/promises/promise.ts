// SPDX-License-Identifier: Apache-2.0

/** Objects of one kind of a cluster. */
export interface Selection {
  /** Kind in the words of kubectl, such as `nodes`. */
  readonly kind: string;
  /** Only objects of which every one of these fields has a value that the pattern matches. */
  readonly where?: Readonly<Record<string, string>>;
  /** No objects of which one of these fields has a value that the pattern matches. */
  readonly without?: Readonly<Record<string, string>>;
}

/**
 * The values that a field must have:
 *
 * - `is`: this text, in which `{path}` stands for the value of another field of the object;
 * - `matches`: a text that the pattern matches;
 * - `sameAs`: the values of another field of the object, in any order; an object in which both have none is not
 *   judged;
 * - `among`: values that a field of other objects has;
 * - `within`: a time at most so many seconds ago.
 */
export type Must =
  | { readonly is: string }
  | { readonly matches: string }
  | { readonly sameAs: string }
  | { readonly among: Selection & { readonly field: string } }
  | { readonly within: number };

/** A statement about a field, which holds for a real component and for the part that plays it. */
export interface FieldPromise {
  /**
   * Files below tools/sandbox/src that play the component. Those of `guest` are about user clusters,
   * all others about the infra cluster.
   */
  readonly played: readonly string[];
  /** Place in upstream's source that makes it true: `repository path word`, separated by spaces. */
  readonly upstream: string;
  readonly of: Selection;
  /** Path of the field: see `valuesAt`. */
  readonly field: string;
  readonly must: Must;
}

/** Clusters that promises are about. */
export const clusterKinds = ['infra', 'user'] as const;
export type ClusterKind = (typeof clusterKinds)[number];

/** Returns whether a promise is about clusters of a kind. */
export function isAbout({ played }: FieldPromise, kind: ClusterKind): boolean {
  return played.some((file) => clusterOf(file) === kind);
}

/** Returns the kind of cluster that a played file is of. */
export function clusterOf(file: string): ClusterKind {
  return file.startsWith('guest/') ? 'user' : 'infra';
}
