// SPDX-License-Identifier: Apache-2.0
import { ForgeError } from './forge.ts';
import type { Forge, ForgeAccess } from './forge.ts';
import { gitHub } from './github.ts';
import { gitLab } from './gitlab.ts';

/** Environment variables by name. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Names of the variables by which a forge's own jobs identify it, and of the token's variable. */
interface ForgeVariables {
  readonly name: string;
  /** Variable with `owner/name` or the project's number. */
  readonly repository: string;
  readonly url: string;
  readonly usualUrl: string;
  readonly token: string;
  /** Variable with the number of the run, which increases from run to run. */
  readonly run: string;
  readonly connect: (access: ForgeAccess) => Forge;
}

/**
 * Supported forges, by the variables of their jobs.
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
    // A job's own token is not allowed to write notes or issues.
    token: 'GITLAB_TOKEN',
    run: 'CI_PIPELINE_ID',
    connect: gitLab,
  },
];

/** Access to the forge of the environment. */
export interface CurrentAccess {
  /** `GitHub` or `GitLab`. */
  readonly name: string;
  readonly access: ForgeAccess;
  readonly connect: (access: ForgeAccess) => Forge;
  /** Number of the run; later ones have larger numbers. */
  readonly run: number;
}

/** Forge that a job runs on. */
export interface CurrentForge {
  readonly forge: Forge;
  /** Number of the run; later ones have larger numbers. */
  readonly run: number;
}

/** Returns a variable's value; undefined when it is not set or empty. */
function given(environment: Environment, name: string): string | undefined {
  const value = environment[name];
  return value === undefined || value === '' ? undefined : value;
}

/**
 * Returns the access to the forge of the environment, with its token.
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
 * Returns a client for the forge of the environment, with its token.
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
