// SPDX-License-Identifier: Apache-2.0
// Entry point for tests that compare alerts with what they watch.
export { alertGroups } from './all-alerts.ts';
export type { MeasuredProgram } from '../metrics/metric-labels.ts';
export { metricLabels } from '../metrics/metric-labels.ts';
export { storedLabels } from '../metrics/series-labels.ts';
export { renderRules } from './render-rules.ts';
export { testAlertContext } from './test-alert-context.ts';
