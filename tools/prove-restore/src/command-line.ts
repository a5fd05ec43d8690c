// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { ProveError } from './prove-error.ts';

/** Help text of the command line. */
export const usage = `Usage: npx node tools/prove-restore/src/main.ts <environment> <cluster> [options]

  Restores the newest backup of a user cluster into an etcd and an API server on loopback, and compares
  it with what should be in it. It reads the repository and changes nothing in it.

  --repository <url>    a copy of the repository, instead of the one in the stack's output "backup"; its
                        credentials are in the environment: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
                        AWS_DEFAULT_REGION, RESTIC_CACERT
  --state <file>        what "pulumi stack export --show-secrets" has printed, instead of asking Pulumi
  --timeout <minutes>   how long all may take (default: 30)
  --if-configured       a cluster without backups is no failure
  --json                the proof as JSON
  --help                this`;

/** Request for a proof, as read from the command line. */
export interface Question {
  readonly environment: string;
  readonly cluster: string;
  readonly repository?: string;
  /** File with the state; undefined means that Pulumi is asked. */
  readonly stateFile?: string;
  /** Minutes that all may take. */
  readonly timeout: number;
  /** Whether a cluster without backups is no failure. */
  readonly isIfConfigured: boolean;
  readonly isJson: boolean;
}

/** Command line that says nothing that can be done. */
export class CommandLineError extends ProveError {}

const options = {
  repository: { type: 'string' },
  state: { type: 'string' },
  timeout: { type: 'string', default: '30' },
  'if-configured': { type: 'boolean', default: false },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

/** A name that is part of a path, and of the name of a stack. */
const name = /^[a-z0-9][a-z0-9-]*$/;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

function minutesOf(text: string): number {
  const minutes = Number(text);
  if (minutes > 0 && minutes <= 1_440) return minutes;
  throw new CommandLineError(`--timeout is a number of minutes, at most 1440, not "${text}".`);
}

/**
 * Reads the command line.
 *
 * @returns undefined when somebody asks for help.
 * @throws CommandLineError with the fix.
 */
export function parseQuestion(argv: readonly string[]): Question | undefined {
  const { positionals, values } = parse(argv);
  if (values.help) return undefined;
  const [environment = '', cluster = '', ...more] = positionals;
  if (!name.test(environment) || !name.test(cluster) || more.length > 0) {
    throw new CommandLineError('Name one environment and one cluster.');
  }
  const { repository, state } = values;
  return {
    environment,
    cluster,
    ...(repository !== undefined && { repository }),
    ...(state !== undefined && { stateFile: state }),
    timeout: minutesOf(values.timeout),
    isIfConfigured: values['if-configured'],
    isJson: values.json,
  };
}
