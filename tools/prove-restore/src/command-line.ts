// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { ProveError } from './prove-error.ts';

/** Help text of the command line. */
export const usage = `Usage: node tools/prove-restore/src/main.ts <environment> <cluster> [options]

  Restores the newest backup of a user cluster into an etcd and an API server on loopback, and compares
  it with what should be in it. It reads the repository and changes nothing in it. Credentials of an S3
  server are in the environment, as restic takes them: AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY,
  AWS_DEFAULT_REGION, RESTIC_CACERT.

  --backup <id>                  that backup instead of the newest
  --repository <url>             instead of the one in the stack's output "backup"; needs --password-file
  --password-file <file>         the password of the repository
  --state <file>                 what "pulumi stack export --show-secrets" has printed, instead of asking
                                 Pulumi
  --no-state                     there is no state: nothing is compared with it
  --encryption-key-file <file>   with --no-state: the key that Secrets are encrypted with, in base64
  --json                         the proof as JSON
  --help                         this`;

/** What is asked for. */
export interface Question {
  readonly environment: string;
  readonly cluster: string;
  /** ID of a backup; undefined means the newest. */
  readonly backup?: string;
  readonly repository?: string;
  readonly passwordFile?: string;
  /** File with the state; undefined means that Pulumi is asked, unless {@link isStateless}. */
  readonly stateFile?: string;
  readonly isStateless: boolean;
  readonly encryptionKeyFile?: string;
  readonly isJson: boolean;
}

/** Command line that says nothing that can be done. */
export class CommandLineError extends ProveError {}

const options = {
  backup: { type: 'string' },
  repository: { type: 'string' },
  'password-file': { type: 'string' },
  state: { type: 'string' },
  'no-state': { type: 'boolean' },
  'encryption-key-file': { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

/** A name that is part of a path, and of the name of a stack. */
const name = /^[a-z0-9][a-z0-9-]*$/;

/** How restic prints IDs, whole or shortened. */
const backupId = /^[0-9a-f]{8,64}$/;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

type Values = ReturnType<typeof parse>['values'];

/** Options that contradict each other, with the fix. */
const contradictions: readonly (readonly [(given: Values) => boolean, string])[] = [
  [
    (given) => given['no-state'] === true && given.state !== undefined,
    '--no-state and --state contradict each other; leave one out.',
  ],
  [
    (given) => given['no-state'] !== true && given['encryption-key-file'] !== undefined,
    '--encryption-key-file is for --no-state: the state has the key.',
  ],
  [
    (given) => (given.repository === undefined) !== (given['password-file'] === undefined),
    '--repository and --password-file belong together; give both or none.',
  ],
  [
    (given) => given['no-state'] === true && given.repository === undefined,
    'Without a state nobody knows the repository; give --repository and --password-file.',
  ],
  [
    (given) => given.backup !== undefined && !backupId.test(given.backup),
    '--backup is no ID of a backup: 8 to 64 hexadecimal digits, as "restic snapshots" shows them.',
  ],
];

/**
 * Reads the command line.
 *
 * @returns undefined when somebody asks for help.
 * @throws CommandLineError with the fix.
 */
export function parseQuestion(argv: readonly string[]): Question | undefined {
  const { positionals, values } = parse(argv);
  if (values.help === true) return undefined;
  const [environment = '', cluster = '', ...more] = positionals;
  if (!name.test(environment) || !name.test(cluster) || more.length > 0) {
    throw new CommandLineError('Name one environment and one cluster.');
  }
  const wrong = contradictions.find(([holds]) => holds(values));
  if (wrong !== undefined) throw new CommandLineError(wrong[1]);
  const { backup, repository, state } = values;
  return {
    environment,
    cluster,
    ...(backup !== undefined && { backup }),
    ...(repository !== undefined && { repository }),
    ...(values['password-file'] !== undefined && { passwordFile: values['password-file'] }),
    ...(state !== undefined && { stateFile: state }),
    isStateless: values['no-state'] === true,
    ...(values['encryption-key-file'] !== undefined && {
      encryptionKeyFile: values['encryption-key-file'],
    }),
    isJson: values.json === true,
  };
}
