// SPDX-License-Identifier: Apache-2.0
import type { Clock } from './clock.ts';
import type { Field } from './field.ts';
import type { repeats, validFrom } from './own-inputs.ts';

/** A problem of one input. */
export interface Problem {
  readonly property: string;
  /** Description of the problem and of a correct value, as the predicate of "<property> ...". */
  readonly reason: string;
}

/** A resource as it is in the state. */
export interface Before<Inputs, Outputs> {
  readonly inputs: Inputs;
  readonly outputs: Outputs;
}

/** Lifetime of what a resource creates. */
export interface Term {
  readonly lifetimeMilliseconds: number;
  /** Time before its end from which it is renewed. */
  readonly renewBeforeMilliseconds: number;
}

/** Environment in which a lifecycle works on a resource. */
export interface Work {
  /** URN of the resource. */
  readonly urn: string;
  readonly clock: Clock;
  /** Aborted when Pulumi is interrupted. */
  readonly signal: AbortSignal;
  /** Reports the status of a long wait; the next status replaces it. */
  readonly status: (message: string) => void;
  /** Prints a message that stays in Pulumi's output. */
  readonly info: (message: string) => void;
}

/**
 * Behaviour of one kind of resource. An input that a preview does not know yet is {@link unknown} here
 * in spite of its type: functions may compare it but not use it. Only `create`, `read` and `delete`
 * may rely on the values.
 */
export interface Lifecycle<Inputs extends object, Outputs extends object> {
  readonly fields: Readonly<
    Record<keyof Omit<Inputs, typeof validFrom | typeof repeats> & string, Field>
  >;
  readonly outputs: readonly (keyof Outputs & string)[];
  /** Outputs that are secrets, even if the program does not mark them. */
  readonly secretOutputs: readonly (keyof Outputs & string)[];
  /** Whether all outputs are secrets as soon as any input is one. @default false */
  readonly passesSecretsOn?: boolean;
  /** Inputs whose change replaces the resource. */
  readonly replacedBy: readonly (keyof Inputs & string)[];
  /** Returns problems between inputs that are valid by themselves. It does not get unknown and invalid inputs. */
  readonly check?: (inputs: Partial<Inputs>) => readonly Problem[];
  /** Returns the outputs that an update renews; when there are none, an update only keeps the new inputs. */
  readonly renews: (
    next: Inputs,
    before: Before<Inputs, Outputs>,
  ) => readonly (keyof Outputs & string)[];
  /**
   * Term of a resource that expires, and the inputs whose change starts another term. The start of the
   * term is the input {@link validFrom}, which the check sets to the current time when a renewal is
   * due. So a preview shows the renewal as a change, and a refresh, which only looks for drift, does
   * not.
   *
   * @default it does not expire
   */
  readonly term?: {
    readonly of: (inputs: Inputs) => Term;
    readonly startedBy: readonly (keyof Inputs & string)[];
  };
  /**
   * Input by which a program says that earlier work outside of the state is unfinished, although the
   * inputs have not changed. It is not kept in the state. Instead the check increases the input
   * {@link repeats}, so that a preview shows a change; the next run, which finds nothing unfinished,
   * shows none.
   *
   * @default none: work is done again only for a change of inputs
   */
  readonly repeatedBy?: keyof Inputs & string;
  /** Creates the resource, or renews the outputs that {@link Lifecycle.renews} returns; `before` is set for a renewal. */
  readonly create: (
    inputs: Inputs,
    work: Work,
    before?: Before<Inputs, Outputs>,
  ) => Promise<Outputs>;
  /** Reads the outputs in a refresh. @default the outputs of the state */
  readonly read?: (before: Before<Inputs, Outputs>, work: Work) => Promise<Outputs>;
  /** Deletes the resource. @default nothing: the resource exists only in the state */
  readonly delete?: (before: Before<Inputs, Outputs>, work: Work) => Promise<void>;
}

/** A lifecycle of any kind, as the server handles them. */
export type AnyLifecycle = Lifecycle<Record<string, unknown>, Record<string, unknown>>;
