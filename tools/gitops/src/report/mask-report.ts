// SPDX-License-Identifier: Apache-2.0
import type { StackReport } from './stack-report.ts';

/** Takes secrets out of a text; never makes it longer by more than a few characters. */
export type Mask = (text: string) => string;

/** A value with all its texts masked: what a provider, a cluster or an author put into it is not ours. */
export function maskTexts<T>(value: T, mask: Mask): T {
  const walk = (inner: unknown): unknown => {
    if (typeof inner === 'string') return mask(inner);
    if (Array.isArray(inner)) return inner.map(walk);
    if (typeof inner !== 'object' || inner === null) return inner;
    return Object.fromEntries(Object.entries(inner).map(([key, one]) => [key, walk(one)]));
  };
  return walk(value) as T;
}

/** A report with all its texts masked. */
export function maskReport(report: StackReport, mask: Mask): StackReport {
  return maskTexts(report, mask);
}
