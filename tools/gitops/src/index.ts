// SPDX-License-Identifier: Apache-2.0
export { readReports, reportFile, writeReport } from './report/report-files.ts';
export type {
  DriftedField,
  PolicyViolation,
  ReportedChange,
  StackReport,
} from './report/stack-report.ts';
export { stackReport } from './report/stack-report.ts';
