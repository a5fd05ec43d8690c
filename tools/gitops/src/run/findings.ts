// SPDX-License-Identifier: Apache-2.0
import type { StackReport } from '../report/stack-report.ts';

/** Result of one operation: the report without its frame. */
export type Findings = Pick<StackReport, 'outcome'> & Partial<StackReport>;
