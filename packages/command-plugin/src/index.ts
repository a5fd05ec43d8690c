// SPDX-License-Identifier: Apache-2.0
export type { ConnectionInputs } from './remote/connection.ts';
export type { RemoteRequest, Waiting } from './remote/ssh-session.ts';
export { runOverSsh } from './remote/ssh-session.ts';
export { pluginDirectory } from './plugin-directory.ts';
