// SPDX-License-Identifier: Apache-2.0
export type { ConnectionInputs } from './remote/connection.ts';
export { pluginDirectory } from './plugin-directory.ts';
