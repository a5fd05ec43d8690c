// SPDX-License-Identifier: Apache-2.0
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { checkPlan } from './check-plan.ts';
import { parseCommand, usage } from './command-line.ts';
import type { Command } from './command-line.ts';
import { judgeBlastRadius } from './judge-blast-radius.ts';
import type { PreviewText } from './blast-radius/read-preview.ts';
import { judgeCapacity } from './judge-capacity.ts';
import type { OutputsFile } from './judge-capacity.ts';
import { judgeCost } from './judge-cost.ts';
import { judgeIsolation } from './judge-isolation.ts';
import { planUpgradeOf } from './plan-upgrade.ts';
import { messageOf, PlanError } from './report.ts';
import type { Report } from './report.ts';

const root = resolve(import.meta.dirname, '../../..');

/** File descriptor of the standard input. */
const standardInput = 0;

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new PlanError(messageOf(error));
  }
}

/** Reads a file with the outputs of a stack as JSON. */
function outputs(name: string): OutputsFile {
  const text = readText(name);
  try {
    return { name, content: JSON.parse(text) as unknown };
  } catch {
    throw new PlanError(`${name} is no JSON: it must be what pulumi stack output --json prints.`);
  }
}

interface OutputNames {
  readonly hosts: string | undefined;
  readonly platform: string | undefined;
}

function outputsIn({ hosts, platform }: OutputNames) {
  return {
    ...(hosts !== undefined && { hosts: outputs(hosts) }),
    ...(platform !== undefined && { platform: outputs(platform) }),
  };
}

/** Reads a preview and the errors beside it; those that go with a preview are said again. */
function preview(name: string): PreviewText {
  const text = readText(name);
  const file = `${name}.err`;
  const errors = existsSync(file) ? readText(file) : '';
  if (text.trim() !== '') process.stderr.write(errors);
  return { name, text, errors };
}

function previews(files: readonly string[]): PreviewText[] {
  if (files.length > 0) return files.map(preview);
  return [{ name: 'The standard input', text: readFileSync(standardInput, 'utf8') }];
}

function run(command: Command): Report {
  switch (command.action) {
    case 'help':
      return { lines: [usage], failed: false };
    case 'check':
      return checkPlan(root);
    case 'blast-radius':
      return judgeBlastRadius(root, previews(command.files), command.json);
    case 'capacity': {
      const { hosts, platform, ...question } = command;
      return judgeCapacity(root, { ...question, ...outputsIn({ hosts, platform }) });
    }
    case 'cost': {
      const { hosts, platform, ...question } = command;
      return judgeCost(root, { ...question, ...outputsIn({ hosts, platform }) });
    }
    case 'isolation':
      return judgeIsolation(root, { ...command, platform: outputs(command.platform) });
    case 'upgrade-plan':
      return planUpgradeOf(root, command);
  }
}

try {
  const { failed, lines } = run(parseCommand(process.argv.slice(2)));
  console.log(lines.join('\n'));
  if (failed) process.exitCode = 1;
} catch (error) {
  if (!(error instanceof PlanError)) throw error;
  console.error(error.message);
  process.exitCode = error.exitCode;
}
