// SPDX-License-Identifier: Apache-2.0
export type { AddressRange } from './address-range.ts';
export {
  contains,
  isBuggyAddress,
  isInside,
  overlaps,
  parseRange,
  shortestPrefix,
  sizeOf,
} from './address-range.ts';
export { clusterPrefixes } from './cluster-prefixes.ts';
export type { Problem } from './describe-issues.ts';
export { describeIssues, formatPath, secretPaths } from './describe-issues.ts';
export { fieldFacts } from './field.ts';
export type { ConfigCheck, InspectedConfig, RawConfig } from './inspect-config.ts';
export { inspectConfig } from './inspect-config.ts';
export { reservedRanges, unusableRange } from './reserved-ranges.ts';
export { shownUrl } from './shown-url.ts';
export type { Storage } from './storage-fields.ts';
export { storage } from './storage-fields.ts';
