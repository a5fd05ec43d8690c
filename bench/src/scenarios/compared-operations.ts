// SPDX-License-Identifier: Apache-2.0
import type { ComparisonName } from '../command-line.ts';
import { operations } from '../subjects/tool.ts';
import type { Operation } from '../subjects/tool.ts';

/** What is done by every tool, in this order. */
export const comparedOperations: Readonly<Record<ComparisonName, readonly Operation[]>> = {
  'one-cluster': operations,
  platform: ['create', 'preview', 'drift', 'destroy'],
};
