// SPDX-License-Identifier: Apache-2.0
import type { Command } from './command.ts';
import { commentCommand } from './comment-command.ts';
import { deployCommand } from './deploy-command.ts';
import { doctorCommand } from './doctor-command.ts';
import { driftCheckCommand } from './drift-check-command.ts';
import { driftIssuesCommand } from './drift-issues-command.ts';
import { driftRepairCommand } from './drift-repair-command.ts';
import { pulumiCommand } from './pulumi-command.ts';
import { reachedCommand } from './reached-command.ts';
import { recoverCommand } from './recover-command.ts';
import { runCommand } from './run-command.ts';
import { settingsCommand } from './settings-command.ts';
import { summaryCommand } from './summary-command.ts';

/** All commands by name. */
export const commands: Readonly<Record<string, Command>> = {
  run: runCommand,
  reached: reachedCommand,
  deploy: deployCommand,
  comment: commentCommand,
  summary: summaryCommand,
  'drift-check': driftCheckCommand,
  'drift-issues': driftIssuesCommand,
  'drift-repair': driftRepairCommand,
  pulumi: pulumiCommand,
  recover: recoverCommand,
  settings: settingsCommand,
  doctor: doctorCommand,
};
