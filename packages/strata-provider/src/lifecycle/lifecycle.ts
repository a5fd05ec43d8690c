// SPDX-License-Identifier: Apache-2.0
import type { Clock } from './clock.ts';
import type { Field } from './field.ts';
import type { repeats, validFrom } from './own-inputs.ts';

/** What is wrong with one input. */
export interface Problem {
  readonly property: string;
  /** One sentence: what is wrong, and what would be right. */
  readonly reason: string;
}

/** A resource as the state knows it. */
export interface Before<Inputs, Outputs> {
  readonly inputs: Inputs;
  readonly outputs: Outputs;
}

/** How long what a resource makes is good. */
export interface Term {
  readonly lifetimeMilliseconds: number;
  /** So long before its end it is made anew. */
  readonly renewBeforeMilliseconds: number;
}

/** What work on a resource is done with. */
export interface Work {
  /** The resource, as commands of Pulumi name it. */
  readonly urn: string;
  readonly clock: Clock;
  /** Aborted when Pulumi is interrupted. */
  readonly signal: AbortSignal;
  /** Says where a long wait stands; the next one takes its place. */
  readonly status: (message: string) => void;
  /** Says what stays in Pulumi's output. */
  readonly info: (message: string) => void;
}

/**
 * All that the plugin knows about one kind of resource. Inputs that a preview does not know yet are
 * {@link unknown} here, whatever their type says: compare them, do not use them. Only `create`,
 * `update`, `read` and `delete` may rely on them.
 */
export interface Lifecycle<Inputs extends object, Outputs extends object> {
  readonly fields: Readonly<
    Record<keyof Omit<Inputs, typeof validFrom | typeof repeats> & string, Field>
  >;
  readonly outputs: readonly (keyof Outputs & string)[];
  /** Outputs that are secrets, whatever the program says. */
  readonly secretOutputs: readonly (keyof Outputs & string)[];
  /** All outputs are secrets as soon as any input is one. @default false */
  readonly passesSecretsOn?: boolean;
  /** Inputs that make another resource of it. */
  readonly replacedBy: readonly (keyof Inputs & string)[];
  /** Problems between inputs that are right by themselves. Unknown and wrong ones are missing. */
  readonly check?: (inputs: Partial<Inputs>) => readonly Problem[];
  /** Outputs that an update makes anew; none: it only keeps the new inputs. */
  readonly renews: (
    next: Inputs,
    before: Before<Inputs, Outputs>,
  ) => readonly (keyof Outputs & string)[];
  /**
   * For what ends by itself: its term, and the inputs that start another one when they change.
   * The time of its start is an input, {@link validFrom}, which the check moves on when it is due:
   * so a preview shows it as a change, and a refresh, which only looks for drift, does not.
   *
   * @default it does not end
   */
  readonly term?: {
    readonly of: (inputs: Inputs) => Term;
    readonly startedBy: readonly (keyof Inputs & string)[];
  };
  /**
   * For work on what is elsewhere, which may be unfinished there though the inputs are those of before:
   * the input by which a program says so. It is not kept. The check counts another one instead,
   * {@link repeats}, so a preview shows a change, and the next run, which finds nothing unfinished,
   * does not.
   *
   * @default work is done again only for a change
   */
  readonly repeatedBy?: keyof Inputs & string;
  /** Makes it, or makes anew what {@link Lifecycle.renews} says. */
  readonly create: (
    inputs: Inputs,
    work: Work,
    before?: Before<Inputs, Outputs>,
  ) => Promise<Outputs>;
  /** What a refresh finds. @default what the state says */
  readonly read?: (before: Before<Inputs, Outputs>, work: Work) => Promise<Outputs>;
  /** @default nothing: it is only in the state */
  readonly delete?: (before: Before<Inputs, Outputs>, work: Work) => Promise<void>;
}

/** A lifecycle of any kind, as the server handles them. */
export type AnyLifecycle = Lifecycle<Record<string, unknown>, Record<string, unknown>>;
