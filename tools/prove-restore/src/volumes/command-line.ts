// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { CommandLineError } from '../command-line.ts';

/** Help text of the command line. */
export const usage = `Usage: npx node tools/prove-restore/src/volumes/main.ts <environment> <cluster> [options]

  Replaces the data of volumes of a user cluster by that of snapshots which its CronJob volume-backup has
  taken. Says first what that means. A run that was killed is run again.

  --volume <claims>     which volumes: claims of the user cluster such as shop/data, or names of volumes
                        such as pvc-..., with commas between
  --all                 all volumes that have a snapshot
  --run <job>           the snapshots of this run (default: the newest of each volume)
  --as <claim>          a new claim such as shop/data-old for a volume whose claim is gone
  --block               with --as: the volume was a raw device (volumeMode: Block); as a file system it
                        would be formatted
  --discard             take no snapshot of what the volumes have now, which is lost: for volumes of which
                        the storage can take none
  --preview             only say what would be done
  --yes                 do not ask; needed without a terminal
  --infra <file>        kubeconfig of the infra cluster (default: KUBECONFIG)
  --kubeconfig <file>   kubeconfig of the user cluster
  --help                this`;

/** A claim of the user cluster. */
export interface ClaimName {
  readonly namespace: string;
  readonly name: string;
}

/** Request for a restore of volumes, as read from the command line. */
export interface VolumesQuestion {
  readonly environment: string;
  readonly cluster: string;
  /** Claims and names of volumes; undefined means all. */
  readonly volumes?: readonly string[];
  /** Undefined means the newest snapshot of each volume. */
  readonly run?: string;
  readonly as?: ClaimName;
  /** Whether the new claim is one of a raw device. */
  readonly isBlock: boolean;
  /** Whether what the volumes have now is not kept. */
  readonly isDiscarded: boolean;
  /** Undefined means that of the environment. */
  readonly infraFile?: string;
  readonly clusterFile: string;
  readonly isPreview: boolean;
  readonly isConfirmed: boolean;
}

const flag = { type: 'boolean', default: false } as const;

const options = {
  volume: { type: 'string' },
  all: flag,
  run: { type: 'string' },
  as: { type: 'string' },
  block: flag,
  discard: flag,
  preview: flag,
  yes: flag,
  infra: { type: 'string' },
  kubeconfig: { type: 'string' },
  help: flag,
} as const;

/** A name that is part of a path, and of the name of a stack. */
const name = /^[a-z0-9][a-z0-9-]*$/;

const objectName = '[a-z0-9]([a-z0-9.-]*[a-z0-9])?';

/** A claim with its namespace. */
const claim = new RegExp(`^${objectName}/${objectName}$`);

/** A claim, or the name of a volume. */
const volume = new RegExp(`^(${objectName}/)?${objectName}$`);

/** Name of a Job, or what a restore calls the snapshots that it takes first. */
const jobName = new RegExp(`^${objectName}$`);

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true });
  } catch (error) {
    throw new CommandLineError((error as Error).message);
  }
}

function claimOf(text: string | undefined): ClaimName | undefined {
  if (text === undefined) return undefined;
  if (!claim.test(text)) {
    throw new CommandLineError(
      `--as is a claim with its namespace, such as shop/data, not "${text}".`,
    );
  }
  const [namespace = '', name = ''] = text.split('/');
  return { namespace, name };
}

function volumesOf(text: string | undefined, isAll: boolean): readonly string[] | undefined {
  if ((text === undefined) !== isAll) {
    throw new CommandLineError('Name volumes by --volume, or take --all; one of the two.');
  }
  const volumes = text?.split(',');
  const wrong = volumes?.find((one) => !volume.test(one));
  if (wrong === undefined) return volumes;
  throw new CommandLineError(
    `--volume is a list of claims such as shop/data, or of volumes such as pvc-..., not "${wrong}".`,
  );
}

/**
 * Reads the command line.
 *
 * @returns undefined when somebody asks for help.
 * @throws CommandLineError with the fix.
 */
export function parseVolumes(argv: readonly string[]): VolumesQuestion | undefined {
  const { positionals, values } = parse(argv);
  if (values.help) return undefined;
  const [environment = '', cluster = '', ...more] = positionals;
  if (!name.test(environment) || !name.test(cluster) || more.length > 0) {
    throw new CommandLineError('Name one environment and one cluster.');
  }
  const { infra, kubeconfig, run } = values;
  const volumes = volumesOf(values.volume, values.all);
  const as = claimOf(values.as);
  if (as !== undefined && volumes?.length !== 1) {
    throw new CommandLineError('--as makes one claim: name one volume by --volume.');
  }
  if (values.block && as === undefined) {
    throw new CommandLineError('--block is of a new claim: name it by --as.');
  }
  if (run !== undefined && !jobName.test(run)) {
    throw new CommandLineError(
      `--run is the name of a Job, such as volume-backup-29, not "${run}".`,
    );
  }
  if (kubeconfig === undefined) throw new CommandLineError('--kubeconfig is missing.');
  return {
    environment,
    cluster,
    ...(volumes !== undefined && { volumes }),
    ...(run !== undefined && { run }),
    ...(as !== undefined && { as }),
    isBlock: values.block,
    isDiscarded: values.discard,
    ...(infra !== undefined && { infraFile: infra }),
    clusterFile: kubeconfig,
    isPreview: values.preview,
    isConfirmed: values.yes,
  };
}
