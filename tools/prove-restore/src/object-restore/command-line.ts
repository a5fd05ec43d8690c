// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { CommandLineError } from '../command-line.ts';

/** Help text of the command line. */
export const usage = `Usage: npx node tools/prove-restore/src/object-restore/main.ts <environment> <cluster> [options]

  Brings objects of a cluster's backup into that cluster, into another one, or into files. What the target
  has stays as it is. Says first what is brought and what is not; a run that was killed is run again.

  --kubeconfig <file>   kubeconfig of the cluster to bring them into; without it, and without --out, the
                        command only says what the backup has
  --to <stack>          name of that cluster with its environment: staging.shop (default: the cluster itself)
  --out <folder>        write the objects to a new folder instead; it will have Secrets in plain text
  --namespace <names>   only objects in these namespaces, with the namespaces; names with commas between
                        (default: all but those of the system, and what has no namespace)
  --kind <kinds>        only objects of these kinds: secrets,deployments.apps
  --backup <id|latest>  which backup (default: latest)
  --empty-volumes       bring claims too, with new and empty volumes
  --stopped             nothing runs: 0 replicas, suspended Jobs and CronJobs, no DaemonSets and pods
  --preview             only say what would be done
  --yes                 do not ask; needed without a terminal
  --repository <url>    a copy of the repository; its credentials are in the environment, as for prove-restore
  --state <file>        what "pulumi stack export --show-secrets" has printed, instead of asking Pulumi
  --help                this`;

/** Request to bring objects, as read from the command line. */
export interface ObjectsQuestion {
  readonly environment: string;
  /** Cluster of the backup. */
  readonly cluster: string;
  /** `<environment>.<cluster>` that gets the objects. */
  readonly target: string;
  /** Undefined means that nobody asks the target. */
  readonly targetFile?: string;
  readonly out?: string;
  readonly namespaces?: readonly string[];
  readonly kinds?: readonly string[];
  /** ID of a backup, or its beginning; undefined means the newest. */
  readonly backup?: string;
  readonly repository?: string;
  readonly stateFile?: string;
  readonly isEmptyVolumes: boolean;
  readonly isStopped: boolean;
  readonly isPreview: boolean;
  readonly isConfirmed: boolean;
}

const flag = { type: 'boolean', default: false } as const;
const text = { type: 'string' } as const;

const options = {
  kubeconfig: text,
  to: text,
  out: text,
  namespace: text,
  kind: text,
  backup: { type: 'string', default: 'latest' },
  repository: text,
  state: text,
  'empty-volumes': flag,
  stopped: flag,
  preview: flag,
  yes: flag,
  help: flag,
} as const;

/** A name that is part of a path, and of the name of a stack. */
const name = /^[a-z0-9][a-z0-9-]*$/;

/** Name of a stack of a user cluster. */
const stack = /^[a-z0-9][a-z0-9-]*\.[a-z0-9][a-z0-9-]*$/;

/** Beginning of an ID that restic prints, or all of it. */
const backupId = /^[0-9a-f]{8,64}$/;

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

function listOf(option: string, value: string): readonly string[] {
  const names = value.split(',');
  if (names.every((one) => one !== '' && one.trim() === one)) return names;
  throw new CommandLineError(`--${option} is a list of names with commas between, not "${value}".`);
}

/**
 * Reads the command line.
 *
 * @returns undefined when somebody asks for help.
 * @throws CommandLineError with the fix.
 */
export function parseObjects(argv: readonly string[]): ObjectsQuestion | undefined {
  const { positionals, values } = parse(argv);
  if (values.help) return undefined;
  const [environment = '', cluster = '', ...more] = positionals;
  if (!name.test(environment) || !name.test(cluster) || more.length > 0) {
    throw new CommandLineError('Name one environment and one cluster.');
  }
  const { backup, kind, kubeconfig, namespace, out, repository, state, to } = values;
  if (backup !== 'latest' && !backupId.test(backup)) {
    throw new CommandLineError(
      `--backup is "latest" or an ID that "restic snapshots" prints, not "${backup}".`,
    );
  }
  if (to !== undefined && !stack.test(to)) {
    throw new CommandLineError(`--to is an environment and a cluster: staging.shop, not "${to}".`);
  }
  if (to !== undefined && out !== undefined) {
    throw new CommandLineError('--to names a cluster and --out a folder: give one of them.');
  }
  return {
    environment,
    cluster,
    target: to ?? `${environment}.${cluster}`,
    ...(kubeconfig !== undefined && out === undefined && { targetFile: kubeconfig }),
    ...(out !== undefined && { out }),
    ...(namespace !== undefined && { namespaces: listOf('namespace', namespace) }),
    ...(kind !== undefined && { kinds: listOf('kind', kind) }),
    ...(backup !== 'latest' && { backup }),
    ...(repository !== undefined && { repository }),
    ...(state !== undefined && { stateFile: state }),
    isEmptyVolumes: values['empty-volumes'],
    isStopped: values.stopped,
    isPreview: values.preview,
    isConfirmed: values.yes,
  };
}
