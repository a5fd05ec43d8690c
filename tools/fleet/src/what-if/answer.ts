// SPDX-License-Identifier: Apache-2.0
import type { Edit, Known, Source } from '../model.ts';

/** How grave a finding is. */
export type Tone = 'good' | 'warn' | 'bad' | 'calm';

/** Sentence about an environment. */
export interface Finding {
  readonly environment: string;
  readonly tone: Tone;
  readonly text: string;
}

/** Machines of one group that are concerned. */
export interface ConcernedMachines {
  readonly environment: string;
  readonly cluster: string;
  /** `cp` for the control plane, or the pool's name. */
  readonly group: string;
  readonly machines: number;
  /** Effect on these machines. */
  readonly effect: string;
}

/** Address that is concerned. */
export interface ConcernedAddress {
  readonly environment: string;
  readonly cluster: string;
  readonly what: string;
  readonly text: string;
  readonly source: Source;
}

/** Commit of an environment, in the order of deployment. */
export interface Step extends Edit {
  readonly environment: string;
  /** Undefined when no deployment touches the environment. */
  readonly ring?: string;
}

/** Answer to a question. */
export interface Answer {
  /** Question in words. */
  readonly title: string;
  readonly findings: readonly Finding[];
  /** Whether all files could be read that the answer is made of; if not, findings name the others. */
  readonly isComplete: boolean;
  /** User clusters that are concerned, as `environment/cluster`. */
  readonly clusters: readonly string[];
  readonly machines: readonly ConcernedMachines[];
  readonly addresses: readonly ConcernedAddress[];
  /** Commits to make, one after the other. */
  readonly steps: readonly Step[];
  /** Facts that the answer does not take into account. */
  readonly limits: readonly string[];
}

/** Answer, or the reason why there is none, with the names that exist. */
export type Answered = Known<Answer>;

/** Part of an answer that is about one environment. */
export type EnvironmentPart = Omit<Answer, 'title' | 'limits' | 'isComplete'>;

/**
 * Joins the parts of environments into an answer.
 *
 * @param holes - findings about what is in no part.
 */
export function joined(
  title: string,
  parts: readonly EnvironmentPart[],
  limits: readonly string[],
  holes: readonly Finding[],
): Answer {
  return {
    title,
    findings: [...parts.flatMap((part) => part.findings), ...holes],
    isComplete: holes.length === 0,
    clusters: parts.flatMap((part) => part.clusters),
    machines: parts.flatMap((part) => part.machines),
    addresses: parts.flatMap((part) => part.addresses),
    steps: parts.flatMap((part) => part.steps),
    limits,
  };
}
