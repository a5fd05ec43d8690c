// SPDX-License-Identifier: Apache-2.0

/** The stacks of the example, by what they are called on the page. */
export const exampleStacks = {
  infra: { program: 'infra', stack: 'from-kkp' },
  platform: { program: 'kubevirt-stack', stack: 'from-kkp' },
  cluster: { program: 'user-cluster', stack: 'from-kkp.kmvh888v9h' },
} as const;

/** One of the example's stacks. */
export type ExampleStack = keyof typeof exampleStacks;

/** A key of a stack's file, and what the example says there. */
export interface Place {
  readonly stack: ExampleStack;
  /** Without the program's prefix, such as `pools[0].replicas`. */
  readonly key: string;
  readonly value: unknown;
}

/** A field of an object that a stack makes. */
export interface Arrival {
  readonly stack: ExampleStack;
  /** Kind and name. */
  readonly object: string;
  /** Such as `spec.replicas`; a key with dots in it is `["in quotes"]`. */
  readonly path: string;
  /** Undefined: the object does not have the field. */
  readonly value: unknown;
}

/** A key of KKP and what Strata has for it. */
export interface Pair {
  /** As KKP's document names it, in Markdown. */
  readonly kkp: string;
  /** What KKP's example says there. @default nothing that could be compared */
  readonly says?: string;
  /** Where Strata's files say it. @default nowhere: it is always so, or it is not there */
  readonly place?: Place;
  /** What it becomes. @default nothing: it is not there */
  readonly arrival?: Arrival;
  /** What differs, or why it is not there. */
  readonly words?: string;
}

/** What has a table of its own on the page. */
export interface PairSection {
  readonly title: string;
  /** What KKP's side of the table is. */
  readonly intro: string;
  readonly pairs: readonly Pair[];
}
