// SPDX-License-Identifier: Apache-2.0
import { ForgeError } from './forge.ts';
import type { Forge, ForgeAccess } from './forge.ts';
import { gitHub } from './github.ts';
import { gitLab } from './gitlab.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Where a forge says who it is: the variables that its own jobs have, and the token's. */
interface ForgeVariables {
  readonly name: string;
  /** `owner/name`, or the project's number. */
  readonly repository: string;
  readonly url: string;
  readonly usualUrl: string;
  readonly token: string;
  /** Grows from run to run. */
  readonly run: string;
  readonly connect: (access: ForgeAccess) => Forge;
}

/**
 * @see https://docs.github.com/en/actions/reference/workflows-and-actions/variables
 * @see https://docs.gitlab.com/ci/variables/predefined_variables/
 */
const forges: readonly ForgeVariables[] = [
  {
    name: 'GitHub',
    repository: 'GITHUB_REPOSITORY',
    url: 'GITHUB_API_URL',
    usualUrl: 'https://api.github.com',
    token: 'GITHUB_TOKEN',
    run: 'GITHUB_RUN_ID',
    connect: gitHub,
  },
  {
    name: 'GitLab',
    repository: 'CI_PROJECT_ID',
    url: 'CI_SERVER_URL',
    usualUrl: 'https://gitlab.com',
    // A job's own token may not write notes or issues.
    token: 'GITLAB_TOKEN',
    run: 'CI_PIPELINE_ID',
    connect: gitLab,
  },
];

/** How to speak to the forge of an environment. */
export interface CurrentAccess {
  /** `GitHub` or `GitLab`. */
  readonly name: string;
  readonly access: ForgeAccess;
  readonly connect: (access: ForgeAccess) => Forge;
  /** Number of the run; later ones have larger numbers. */
  readonly run: number;
}

/** The forge that a job runs on. */
export interface CurrentForge {
  readonly forge: Forge;
  /** Number of the run; later ones have larger numbers. */
  readonly run: number;
}

/** A variable that is there and not empty. */
function given(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' ? undefined : value;
}

/**
 * How the forge of the environment is spoken to, with the token that is in it.
 *
 * @throws ForgeError that names every variable that is missing.
 */
export function accessFromEnvironment(
  environment: Environment,
  more: Pick<ForgeAccess, 'pace' | 'report'> = {},
): CurrentAccess {
  const found = forges.find(({ repository }) => given(environment, repository) !== undefined);
  if (found === undefined) {
    const names = forges.map(({ name, repository }) => `${repository} (${name})`).join(' or ');
    throw new ForgeError(`No forge is known here: set ${names}, as their own jobs do.`);
  }
  const { connect, name, repository, run, token, url, usualUrl } = found;
  const secret = given(environment, token);
  if (secret === undefined) {
    throw new ForgeError(
      `${token} is missing: ${name} is only spoken to with a token from the environment. docs/pull-requests.md says which rights it needs.`,
    );
  }
  const access = {
    ...more,
    token: secret,
    url: given(environment, url) ?? usualUrl,
    repository: given(environment, repository) ?? '',
  };
  return { name, access, connect, run: Number(given(environment, run) ?? 0) };
}

/**
 * The forge of the environment, with the token that is in it.
 *
 * @throws ForgeError that names every variable that is missing.
 */
export function forgeFromEnvironment(
  environment: Environment,
  more: Pick<ForgeAccess, 'pace' | 'report'> = {},
): CurrentForge {
  const { access, connect, run } = accessFromEnvironment(environment, more);
  return { forge: connect(access), run };
}
