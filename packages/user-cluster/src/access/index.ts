// SPDX-License-Identifier: Apache-2.0
export { checkAccess } from './check-access.ts';
export type { MachineCommands } from './machine-commands.ts';
export { machineCommands } from './machine-commands.ts';
export { createMachineMetrics } from './machine-metrics.ts';
export type { SshAccessArgs } from './ssh-access.ts';
export { createSshAccess } from './ssh-access.ts';
export { knownHost } from './known-host.ts';
