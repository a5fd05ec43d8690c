// SPDX-License-Identifier: Apache-2.0
// The door for tests of what alerts are about.
export { alertGroups } from './all-alerts.ts';
export { renderRules } from './render-rules.ts';
export { testAlertContext } from './test-alert-context.ts';
