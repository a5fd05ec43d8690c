// SPDX-License-Identifier: Apache-2.0
export type { HostConnection, HostLogin, KeySources, SshHost } from './host-connection.ts';
export { checkSsh, connectionTo, rootShell, thisMachine } from './host-connection.ts';
export { quoted } from './quoted.ts';
