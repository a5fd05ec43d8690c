// SPDX-License-Identifier: Apache-2.0
import type { PolicyConfigJSONSchema } from '@pulumi/policy/schema.js';
import type { StackSubject, Subject } from '../resource/index.ts';

/** The folder that a rule is in, and the part of the page. */
export type Area = 'isolation' | 'rights' | 'images' | 'machines' | 'storage' | 'platform' | 'data';

/**
 * What a violation does: `mandatory` ends the preview, `advisory` is shown. `remediate` is
 * `mandatory` for a rule that must see which inputs are secrets.
 */
export type Level = 'mandatory' | 'advisory' | 'remediate';

/** Something that an environment decides about a rule. */
export interface Setting<Value> {
  readonly what: string;
  readonly default: Value;
  readonly schema: PolicyConfigJSONSchema;
}

/** The settings of a rule by their names. */
export type Settings<Values> = { readonly [Key in keyof Values]: Setting<Values[Key]> };

/** Of a rule about which there is nothing to decide. */
export type NoSettings = Readonly<Record<string, never>>;

/** An exception that is written down. */
export interface Exception {
  /** `namespace/name`, or the name alone of what has no namespace. */
  readonly object: string;
  /** What it needs it for. */
  readonly reason: string;
  readonly source: string;
}

interface RuleFacts {
  /** Also the name in the configuration of an environment. */
  readonly name: string;
  readonly area: Area;
  /** One sentence: what no preview may contain. */
  readonly refuses: string;
  /** One sentence: what happens otherwise. */
  readonly why: string;
  /** URL of where that is said. */
  readonly source: string;
  readonly level: Level;
  /** @default none */
  readonly exceptions?: readonly Exception[];
}

/** A rule about resources one at a time, judged before each is made. */
export interface ResourceRule<Values = NoSettings> extends RuleFacts {
  readonly settings: Settings<Values>;
  /** Pulumi's type tokens. */
  readonly kinds: readonly string[];
  /** One message for each violation: what is wrong, where, and what to do. */
  readonly check: (subject: Subject, settings: Values) => readonly string[];
}

/** A violation of a {@link StackRule}. */
export interface StackViolation {
  readonly message: string;
  /** What Pulumi shows it at. */
  readonly urn: string;
}

/** A rule about what is, or is missing, in a whole stack; judged at the end. */
export interface StackRule<Values = NoSettings> extends RuleFacts {
  readonly settings: Settings<Values>;
  /** Only what has one of these type tokens is handed over, but for `dependencies`. */
  readonly kinds: readonly string[];
  readonly checkStack: (
    subjects: readonly StackSubject[],
    settings: Values,
    precedes: (earlier: string, later: string) => boolean,
  ) => readonly StackViolation[] | Promise<readonly StackViolation[]>;
}

/** Settings of any rule. */
export type AnySettings = Readonly<Record<string, Setting<unknown>>>;

/** A {@link ResourceRule}, whatever its settings. */
export interface AnyResourceRule extends RuleFacts {
  readonly settings: AnySettings;
  readonly kinds: readonly string[];
  readonly check: (subject: Subject, settings: never) => readonly string[];
}

/** A {@link StackRule}, whatever its settings. */
export interface AnyStackRule extends RuleFacts {
  readonly settings: AnySettings;
  readonly kinds: readonly string[];
  readonly checkStack: (
    subjects: readonly StackSubject[],
    settings: never,
    precedes: (earlier: string, later: string) => boolean,
  ) => readonly StackViolation[] | Promise<readonly StackViolation[]>;
}

/** Either kind of rule, whatever its settings. */
export type Rule = AnyResourceRule | AnyStackRule;
