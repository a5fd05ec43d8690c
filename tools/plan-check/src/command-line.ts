// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import { parseArgs } from 'node:util';
import type { UpgradeQuestion } from './plan-upgrade.ts';
import { messageOf, WrongCommandLine } from './report.ts';

/** Help text of the command line. */
export const usage = `Usage: npx node tools/plan-check/src/main.ts <command> [options]

  check
      every overlap in the files of all environments (npx nx run plan-check:check-plan)

  blast-radius [preview.json ...] [--json]
      what previews do, and whether it is more than stacks/blast-radius/<environment>.yaml allows;
      without a file, one preview (pulumi preview --json) from the standard input; what Pulumi
      says on its standard error may be beside a file, in preview.json.err

  upgrade-plan --environment <name> [--to <release>] [--kubernetes <version>]
               [--infra-kubernetes <minor>] [--from-infra-kubernetes <minor>] [--json]
      the updates, one after the other, from what the files say to this release of the platform,
      this Kubernetes of user clusters, this one of the infra cluster

  capacity --environment <name> [--hosts <file>] [--platform <file>] [--json]
      whether the hosts have room for the machines in the files: now, with hosts lost, while
      machines move; the files are what pulumi stack output --json prints of infra, kubevirt-stack

  cost [--environment <name> [--hosts <file>] [--platform <file>]] [--json]
      what user clusters cost a month, by stacks/prices/<environment>.yaml; default: in all
      environments that have prices

  isolation --environment <name> --platform <file> [--json]
      which user clusters reach each other, and what they reach of the platform; the file is what
      pulumi stack output --json prints of kubevirt-stack

  help
      this`;

/** Parsed command of the user. */
export type Command =
  | { readonly action: 'check' | 'help' }
  | { readonly action: 'blast-radius'; readonly files: readonly string[]; readonly json: boolean }
  | ({ readonly action: 'upgrade-plan' } & UpgradeQuestion)
  | {
      readonly action: 'capacity';
      readonly environment: string;
      /** Names of files with outputs. */
      readonly hosts?: string;
      readonly platform?: string;
      readonly json: boolean;
    }
  | {
      readonly action: 'cost';
      readonly environment?: string;
      /** Names of files with outputs. */
      readonly hosts?: string;
      readonly platform?: string;
      readonly json: boolean;
    }
  | {
      readonly action: 'isolation';
      readonly environment: string;
      /** Name of a file. */
      readonly platform: string;
      readonly json: boolean;
    };

type Options = Readonly<Record<string, { readonly type: 'boolean' | 'string' }>>;

/** Options of what is asked about an environment and, where files have them, its outputs. */
const ofEnvironment: Options = {
  environment: { type: 'string' },
  hosts: { type: 'string' },
  platform: { type: 'string' },
  json: { type: 'boolean' },
};

/** Options that each command accepts. */
const options: Readonly<Record<Command['action'], Options>> = {
  help: {},
  check: {},
  'blast-radius': { json: { type: 'boolean' } },
  capacity: ofEnvironment,
  cost: ofEnvironment,
  isolation: {
    environment: { type: 'string' },
    platform: { type: 'string' },
    json: { type: 'boolean' },
  },
  'upgrade-plan': {
    environment: { type: 'string' },
    to: { type: 'string' },
    kubernetes: { type: 'string' },
    'infra-kubernetes': { type: 'string' },
    'from-infra-kubernetes': { type: 'string' },
    json: { type: 'boolean' },
  },
};

function refuse(message: string): never {
  throw new WrongCommandLine(`${message}\n\n${usage}`);
}

function isAction(name: string): name is Command['action'] {
  return Object.hasOwn(options, name);
}

function parse(action: Command['action'], args: readonly string[]) {
  try {
    const parsed = parseArgs({
      args: [...args],
      options: options[action],
      allowPositionals: action === 'blast-radius',
    });
    return { files: parsed.positionals, values: parsed.values };
  } catch (error) {
    return refuse(messageOf(error));
  }
}

type Values = ReturnType<typeof parse>['values'];

function textOf(values: Values, name: string): string | undefined {
  const value = values[name];
  return typeof value === 'string' ? value : undefined;
}

function required(values: Values, name: string): string {
  return textOf(values, name) ?? refuse(`--${name} is missing`);
}

/** A minor cannot be compared with the exact versions that clusters have. */
function refuseMinor(kubernetes: string | undefined): void {
  if (kubernetes === undefined || /^\d+\.\d+\.\d+$/.test(kubernetes)) return;
  throw new WrongCommandLine(`--kubernetes is an exact version like 1.35.4, not "${kubernetes}"`);
}

/** Patches of the infra cluster are none of the updates that are planned. */
function refuseExact(minor: string | undefined): void {
  if (minor === undefined || /^\d+\.\d+$/.test(minor)) return;
  throw new WrongCommandLine(`--infra-kubernetes is a minor like 1.35, not "${minor}"`);
}

function upgradeQuestion(values: Values): UpgradeQuestion {
  refuseMinor(textOf(values, 'kubernetes'));
  refuseExact(textOf(values, 'infra-kubernetes'));
  const given = (name: string, key: keyof UpgradeQuestion) => {
    const value = textOf(values, name);
    return value === undefined ? {} : { [key]: value };
  };
  return {
    environment: required(values, 'environment'),
    ...given('to', 'release'),
    ...given('kubernetes', 'kubernetes'),
    ...given('infra-kubernetes', 'infraKubernetes'),
    ...given('from-infra-kubernetes', 'presentInfraKubernetes'),
    json: values.json === true,
  };
}

function outputFiles(values: Values) {
  const hosts = textOf(values, 'hosts');
  const platform = textOf(values, 'platform');
  return { ...(hosts !== undefined && { hosts }), ...(platform !== undefined && { platform }) };
}

function costQuestion(values: Values) {
  const files = outputFiles(values);
  const isOne = Object.keys(files).length > 0 || values.environment !== undefined;
  return {
    ...(isOne && { environment: required(values, 'environment') }),
    ...files,
    json: values.json === true,
  };
}

/**
 * Parses the command line.
 *
 * @throws WrongCommandLine with the problem and the usage.
 */
export function parseCommand([name = 'help', ...args]: readonly string[]): Command {
  if (!isAction(name)) {
    return refuse(`unknown command "${name}"; ${suggestion(name, Object.keys(options))}`);
  }
  const { files, values } = parse(name, args);
  if (name === 'blast-radius') return { action: name, files, json: values.json === true };
  if (name === 'upgrade-plan') return { action: name, ...upgradeQuestion(values) };
  if (name === 'isolation') {
    return {
      action: name,
      environment: required(values, 'environment'),
      platform: required(values, 'platform'),
      json: values.json === true,
    };
  }
  if (name === 'cost') return { action: name, ...costQuestion(values) };
  if (name !== 'capacity') return { action: name };
  return {
    action: name,
    environment: required(values, 'environment'),
    ...outputFiles(values),
    json: values.json === true,
  };
}
