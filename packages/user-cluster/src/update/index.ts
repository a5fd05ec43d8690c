// SPDX-License-Identifier: Apache-2.0
export { checkUpdate } from './check-update.ts';
export type { RunningVersions } from './running-versions.ts';
export { readRunningVersions } from './running-versions.ts';
