// SPDX-License-Identifier: Apache-2.0
export type { BlastRadius } from './blast-radius.ts';
export { blastRadius } from './blast-radius.ts';
export type { BlastRadiusLimits, EnvironmentTotals, LimitExcess } from './blast-radius-limits.ts';
export { blastRadiusFile, blastRadiusLimits, excesses } from './blast-radius-limits.ts';
export type { Consequence, ConsequenceKind } from './consequence.ts';
export { consequenceKinds } from './consequence.ts';
export { describeBlastRadius } from './describe-blast-radius.ts';
export type { Change, Effect, PreviewDigest } from './preview-steps.ts';
export { changesOf, previewDigest, valueAt } from './preview-steps.ts';
