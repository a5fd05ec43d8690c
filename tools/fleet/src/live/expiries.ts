// SPDX-License-Identifier: Apache-2.0
import { credentialSeries } from '@strata/contracts/credential-series';
import type { LiveEnding } from './live-schema.ts';

/** Something that ends by itself. */
export interface Expiry {
  readonly cluster: string;
  readonly credential: string;
  /** A day, `2027-01-31`; undefined: it is as old as a machine, and only KubeVirt knows that. */
  readonly ends?: string;
  /** Whole days until then; below 0: it has ended. */
  readonly days?: number;
  /** The day from which the platform's alert tells. */
  readonly told?: string;
}

interface Rule {
  readonly record?: string;
  readonly expr?: string | number;
  readonly labels?: Readonly<Record<string, string>>;
}

/** List of PrometheusRules. */
export interface Rules {
  readonly items?: readonly {
    readonly spec?: { readonly groups?: readonly { readonly rules?: readonly Rule[] }[] };
  }[];
}

const daySeconds = 86_400;

/** The number in `vector(N)`. */
function constant(rule: Rule | undefined): number | undefined {
  const text = /^vector\((-?\d+)\)$/.exec(String(rule?.expr ?? ''))?.[1];
  return text === undefined ? undefined : Number(text);
}

const day = (seconds: number) => new Date(seconds * 1_000).toISOString().slice(0, 10);

/** An end that a stack has recorded, in seconds since 1970. */
interface RecordedEnd extends Pick<Expiry, 'cluster' | 'credential'> {
  /** Undefined: it is as old as a machine. */
  readonly end: number | undefined;
  /** Seconds before it at which the platform's alert tells; below 0: after it. */
  readonly warning: number | undefined;
}

/** Returns the ends that stacks of user clusters have recorded, the next one first. */
function recordedEnds({ items = [] }: Rules): RecordedEnd[] {
  const rules = items.flatMap(({ spec }) => spec?.groups ?? []).flatMap((one) => one.rules ?? []);
  const ends = rules.filter(({ record }) => record === credentialSeries.end);
  const warnings = rules.filter(({ record }) => record === credentialSeries.warning);
  const all = ends.map((rule): RecordedEnd => {
    const { cluster = '', credential = '' } = rule.labels ?? {};
    const isOf = ({ labels }: Rule) =>
      labels?.cluster === cluster && labels.credential === credential;
    const warning = constant(warnings.find(isOf));
    return { cluster, credential, end: constant(rule), warning };
  });
  return all.sort((one, other) => (one.end ?? Infinity) - (other.end ?? Infinity));
}

/** Returns the same with the exact times of the ends, for pages that are looked at later. */
export function endingsIn(rules: Rules): LiveEnding[] {
  return recordedEnds(rules).map(({ cluster, credential, end }) => ({
    cluster,
    credential,
    ...(end !== undefined && { ends: new Date(end * 1_000).toISOString() }),
  }));
}

/**
 * Returns the same with the days until then.
 *
 * @param now - in milliseconds since 1970.
 */
export function expiriesIn(rules: Rules, now: number): Expiry[] {
  return recordedEnds(rules).map(({ cluster, credential, end, warning }) => ({
    cluster,
    credential,
    ...(end !== undefined && {
      ends: day(end),
      days: Math.floor((end - now / 1_000) / daySeconds),
    }),
    ...(end !== undefined && warning !== undefined && { told: day(end - warning) }),
  }));
}

/**
 * Returns the same from what kubectl prints of all PrometheusRules, as JSON.
 *
 * @param now - in milliseconds since 1970.
 */
export function expiriesOf(text: string, now: number): Expiry[] {
  return expiriesIn(JSON.parse(text) as Rules, now);
}
