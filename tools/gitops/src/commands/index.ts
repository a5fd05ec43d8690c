// SPDX-License-Identifier: Apache-2.0
import type { Command } from './command.ts';

/**
 * All commands by name. Each is loaded when it is needed: the clients of forges alone take a third of
 * a second.
 */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  run: async () => (await import('./run-command.ts')).runCommand,
  reached: async () => (await import('./reached-command.ts')).reachedCommand,
  deploy: async () => (await import('./deploy-command.ts')).deployCommand,
  comment: async () => (await import('./comment-command.ts')).commentCommand,
  summary: async () => (await import('./summary-command.ts')).summaryCommand,
  'drift-check': async () => (await import('./drift-check-command.ts')).driftCheckCommand,
  'drift-issues': async () => (await import('./drift-issues-command.ts')).driftIssuesCommand,
  'drift-repair': async () => (await import('./drift-repair-command.ts')).driftRepairCommand,
  repair: async () => (await import('./repair-command.ts')).repairCommand,
  'pull-request-clusters': async () =>
    (await import('./pull-request-clusters-command.ts')).pullRequestClustersCommand,
  pulumi: async () => (await import('./pulumi-command.ts')).pulumiCommand,
  recover: async () => (await import('./recover-command.ts')).recoverCommand,
  settings: async () => (await import('./settings-command.ts')).settingsCommand,
  doctor: async () => (await import('./doctor-command.ts')).doctorCommand,
};
