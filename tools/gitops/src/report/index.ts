// SPDX-License-Identifier: Apache-2.0
export { readReport, reportFile } from './report-files.ts';
export type { StackReport } from './stack-report.ts';
