// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { CommandLineError } from '../command-line.ts';

/** Help text of the command line. */
export const usage = `Usage: npx node tools/prove-restore/src/restore/main.ts <environment> <cluster> [options]

  Replaces the data of a user cluster by that of a backup. Says first what that means; a run that was
  killed is run again, and goes on where it was.

  --backup <id|latest>  which backup (default: latest)
  --preview             only say what would be done
  --yes                 do not ask; needed without a terminal
  --again               restore once more, although a restore of this cluster has ended
  --without-former <members>  write the disks of these members although their former data cannot be read:
                        names such as cp-0, with commas between
  --give-up             end a restore that has written nothing yet, and start the machines again
  --no-update-runs      no update of the cluster's stack runs on another machine
  --no-trial            do not restore the backup on this machine first, nor compare it with the cluster
  --repository <url>    a copy of the repository to look into; the backup is still fetched from the
                        cluster's own. Its credentials are in the environment, as for prove-restore
  --state <file>        what "pulumi stack export --show-secrets" has printed, instead of asking Pulumi
  --platform <file>     what "pulumi stack output --json" has printed of the stack of the platform
  --infra <file>        kubeconfig of the infra cluster (default: KUBECONFIG)
  --kubeconfig <file>   kubeconfig of the user cluster
  --help                this`;

/** Request for a restore, as read from the command line. */
export interface RestoreQuestion {
  readonly environment: string;
  readonly cluster: string;
  /** ID of a backup, or its beginning; undefined means the newest. */
  readonly backup?: string;
  readonly repository?: string;
  readonly stateFile?: string;
  readonly platformFile: string;
  /** Undefined means that of the environment. */
  readonly infraFile?: string;
  readonly clusterFile: string;
  /** Members whose former data is given up. */
  readonly withoutFormer: readonly string[];
  readonly isPreview: boolean;
  readonly isConfirmed: boolean;
  readonly isAgain: boolean;
  readonly isGivenUp: boolean;
  readonly isAlone: boolean;
  readonly isTried: boolean;
}

const flag = { type: 'boolean', default: false } as const;

const options = {
  backup: { type: 'string', default: 'latest' },
  repository: { type: 'string' },
  state: { type: 'string' },
  platform: { type: 'string' },
  infra: { type: 'string' },
  kubeconfig: { type: 'string' },
  'without-former': { type: 'string', default: '' },
  preview: flag,
  yes: flag,
  again: flag,
  'give-up': flag,
  'no-update-runs': flag,
  'no-trial': flag,
  help: flag,
} as const;

/** A name that is part of a path, and of the name of a stack. */
const name = /^[a-z0-9][a-z0-9-]*$/;

/** Names of members with commas between, or nothing. */
const memberNames = /^(cp-\d+(,cp-\d+)*)?$/;

/** Beginning of an ID that restic prints, or all of it. */
const backupId = /^[0-9a-f]{8,64}$/;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

function required(option: string, value: string | undefined): string {
  if (value !== undefined) return value;
  throw new CommandLineError(`--${option} is missing.`);
}

/**
 * Reads the command line.
 *
 * @returns undefined when somebody asks for help.
 * @throws CommandLineError with the fix.
 */
export function parseRestore(argv: readonly string[]): RestoreQuestion | undefined {
  const { positionals, values } = parse(argv);
  if (values.help) return undefined;
  const [environment = '', cluster = '', ...more] = positionals;
  if (!name.test(environment) || !name.test(cluster) || more.length > 0) {
    throw new CommandLineError('Name one environment and one cluster.');
  }
  const { backup, infra, kubeconfig, platform, repository, state } = values;
  if (backup !== 'latest' && !backupId.test(backup)) {
    throw new CommandLineError(
      `--backup is "latest" or an ID that "restic snapshots" prints, not "${backup}".`,
    );
  }
  const without = values['without-former'];
  if (!memberNames.test(without)) {
    throw new CommandLineError(
      `--without-former is a list of members such as cp-0,cp-1, not "${without}".`,
    );
  }
  return {
    environment,
    cluster,
    withoutFormer: without === '' ? [] : without.split(','),
    ...(backup !== 'latest' && { backup }),
    ...(repository !== undefined && { repository }),
    ...(state !== undefined && { stateFile: state }),
    ...(infra !== undefined && { infraFile: infra }),
    platformFile: required('platform', platform),
    clusterFile: required('kubeconfig', kubeconfig),
    isPreview: values.preview,
    isConfirmed: values.yes,
    isAgain: values.again,
    isGivenUp: values['give-up'],
    isAlone: values['no-update-runs'],
    isTried: !values['no-trial'],
  };
}
