// SPDX-License-Identifier: Apache-2.0
import { parseArgs } from 'node:util';
import { CommandLineError } from '../command-line.ts';

/** Help text of the command line. */
export const usage = `Usage: npx node tools/prove-restore/src/lost-state/main.ts <environment> <cluster> [options]

  Puts the keys of a running user cluster whose state is lost into a new state, read from the infra
  cluster. It changes no object of a cluster; "gitops recover" takes on the objects afterwards.

  --preview             only say which keys are there
  --yes                 do not ask; needed without a terminal
  --no-update-runs      no update of the cluster's stack runs on another machine
  --secrets-provider <url>  as "pulumi stack init" has it, for a stack that does not exist
  --infra <file>        kubeconfig of the infra cluster (default: KUBECONFIG)
  --help                this`;

/** Request for the keys of a lost state, as read from the command line. */
export interface LostStateQuestion {
  readonly environment: string;
  readonly cluster: string;
  /** Undefined means that of the environment. */
  readonly infraFile?: string;
  /** With which "pulumi stack init" makes the stack; undefined means a passphrase. */
  readonly secretsProvider?: string;
  readonly isPreview: boolean;
  readonly isConfirmed: boolean;
  readonly isAlone: boolean;
}

const flag = { type: 'boolean', default: false } as const;

const options = {
  infra: { type: 'string' },
  'secrets-provider': { type: 'string' },
  preview: flag,
  yes: flag,
  'no-update-runs': flag,
  help: flag,
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

/**
 * Reads the command line.
 *
 * @returns undefined when somebody asks for help.
 * @throws CommandLineError with the fix.
 */
export function parseLostState(argv: readonly string[]): LostStateQuestion | undefined {
  const { positionals, values } = parse(argv);
  if (values.help) return undefined;
  const [environment = '', cluster = '', ...more] = positionals;
  if (!name.test(environment) || !name.test(cluster) || more.length > 0) {
    throw new CommandLineError('Name one environment and one cluster.');
  }
  const { infra, 'secrets-provider': secretsProvider } = values;
  return {
    environment,
    cluster,
    ...(infra !== undefined && { infraFile: infra }),
    ...(secretsProvider !== undefined && { secretsProvider }),
    isPreview: values.preview,
    isConfirmed: values.yes,
    isAlone: values['no-update-runs'],
  };
}
