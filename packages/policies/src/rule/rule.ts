// SPDX-License-Identifier: Apache-2.0
import type { PolicyConfigJSONSchema } from '@pulumi/policy/schema.js';
import type { StackSubject, Subject } from '../resource/index.ts';

/** The folder of a rule, and its section of the page. */
export type Area = 'isolation' | 'rights' | 'images' | 'machines' | 'storage' | 'platform' | 'data';

/**
 * The effect of a violation: `mandatory` ends the preview, `advisory` is only shown. `remediate`
 * has the effect of `mandatory`, for a rule that must see which inputs are secrets.
 */
export type Level = 'mandatory' | 'advisory' | 'remediate';

/** A setting of a rule, which an environment can change. */
export interface Setting<Value> {
  readonly what: string;
  readonly default: Value;
  readonly schema: PolicyConfigJSONSchema;
}

/** The settings of a rule by their names. */
export type Settings<Values> = { readonly [Key in keyof Values]: Setting<Values[Key]> };

/** The settings of a rule that has none. */
export type NoSettings = Readonly<Record<string, never>>;

/** A documented exception from a rule. */
export interface Exception {
  /** `namespace/name`, or only the name for objects without a namespace. */
  readonly object: string;
  /** Why it needs the exception. */
  readonly reason: string;
  readonly source: string;
}

interface RuleFacts {
  /** Name of the rule, in the configuration of an environment, too. */
  readonly name: string;
  readonly area: Area;
  /** One sentence: what the rule rejects. */
  readonly refuses: string;
  /** One sentence: what would happen otherwise. */
  readonly why: string;
  /** URL of a source for the reason. */
  readonly source: string;
  readonly level: Level;
  /** @default none */
  readonly exceptions?: readonly Exception[];
}

/** A rule for single resources, checked before each of them is made. */
export interface ResourceRule<Values = NoSettings> extends RuleFacts {
  readonly settings: Settings<Values>;
  /** Pulumi's type tokens. */
  readonly kinds: readonly string[];
  /** Returns one message for each violation: what is wrong, where, and what to do. */
  readonly check: (subject: Subject, settings: Values) => readonly string[];
}

/** A violation of a {@link StackRule}. */
export interface StackViolation {
  readonly message: string;
  /** URN of the resource that Pulumi shows the violation at. */
  readonly urn: string;
}

/** A rule for a stack as a whole, such as for what is missing in it; checked at the end. */
export interface StackRule<Values = NoSettings> extends RuleFacts {
  readonly settings: Settings<Values>;
  /**
   * Only resources with one of these type tokens are passed to the rule; `dependencies` may name
   * others.
   */
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
