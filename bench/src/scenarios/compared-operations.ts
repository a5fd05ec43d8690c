// SPDX-License-Identifier: Apache-2.0
import type { ComparisonName } from '../command-line.ts';
import { operations } from '../subjects/tool.ts';
import type { Operation } from '../subjects/tool.ts';

/** Operations that every tool performs, in this order. */
export const comparedOperations: Readonly<Record<ComparisonName, readonly Operation[]>> = {
  'one-cluster': operations,
  platform: ['create', 'preview', 'drift', 'destroy'],
};
