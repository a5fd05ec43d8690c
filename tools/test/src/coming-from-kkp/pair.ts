// SPDX-License-Identifier: Apache-2.0

/** Stacks of the example, by their names on the page. */
export const exampleStacks = {
  infra: { program: 'infra', stack: 'from-kkp' },
  platform: { program: 'kubevirt-stack', stack: 'from-kkp' },
  cluster: { program: 'user-cluster', stack: 'from-kkp.kmvh888v9h' },
} as const;

/** Name of a stack of the example. */
export type ExampleStack = keyof typeof exampleStacks;

/** Key of a stack's file, with its value in the example. */
export interface Place {
  readonly stack: ExampleStack;
  /** Key without the program's prefix, such as `pools[0].replicas`. */
  readonly key: string;
  readonly value: unknown;
}

/** Field of an object that a stack makes. */
export interface Arrival {
  readonly stack: ExampleStack;
  /** Kind and name of the object. */
  readonly object: string;
  /** Path such as `spec.replicas`; a key that contains dots is `["in quotes"]`. */
  readonly path: string;
  /** Undefined when the object must not have the field. */
  readonly value: unknown;
}

/** Key of KKP and its counterpart in Strata. */
export interface Pair {
  /** Name of the key in KKP's document, in Markdown. */
  readonly kkp: string;
  /** Value in KKP's example. @default no comparable value */
  readonly says?: string;
  /** Place in Strata's files. @default none: Strata always does so, or has no counterpart */
  readonly place?: Place;
  /** Rendered field. @default none: Strata has no counterpart */
  readonly arrival?: Arrival;
  /** Explanation of the difference, or why there is no counterpart. */
  readonly words?: string;
}

/** Section of the page with a table of its own. */
export interface PairSection {
  readonly title: string;
  /** Text that says what KKP's side of the table is. */
  readonly intro: string;
  readonly pairs: readonly Pair[];
}
