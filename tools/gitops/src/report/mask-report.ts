// SPDX-License-Identifier: Apache-2.0
import type { StackReport } from './stack-report.ts';

/** Takes secrets out of a text; never makes it longer by more than a few characters. */
export type Mask = (text: string) => string;

/** A report with all its texts masked: what a provider, or a cluster, put into it is not ours. */
export function maskReport(report: StackReport, mask: Mask): StackReport {
  const walk = (value: unknown): unknown => {
    if (typeof value === 'string') return mask(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, walk(inner)]));
  };
  return walk(report) as StackReport;
}
