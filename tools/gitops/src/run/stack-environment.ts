// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';

/** Says where the states of each environment are: `environment=URL`, separated by new lines or commas. */
export const backendsVariable = 'STRATA_BACKENDS';

/** Says the passphrase of each environment: `environment=passphrase`, separated in the same way. */
export const passphrasesVariable = 'STRATA_PASSPHRASES';

const variables: readonly string[] = [backendsVariable, passphrasesVariable];

/** GitLab masks no variable with more than one line, so there entries are separated by commas. */
const separator = /[\n,]/;

/** Reads the entries of one of the two variables; undefined when it is not set, or empty. */
function linesOf(
  env: NodeJS.ProcessEnv,
  variable: string,
): ReadonlyMap<string, string> | undefined {
  const text = env[variable] ?? '';
  if (text.trim() === '') return undefined;
  const lines = text.split(separator).map((line) => line.trim());
  const entries = lines.flatMap((line, index) => {
    if (line === '') return [];
    const at = line.indexOf('=');
    // Never the entry itself: it may be a passphrase.
    if (at < 1) {
      throw new GitopsError(
        `entry ${index + 1} of ${variable} is not "environment=value": entries are separated by new lines or commas`,
      );
    }
    return [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return new Map(entries);
}

/** The environments that STRATA_BACKENDS names; undefined when it is not set, and all have one backend. */
export function environmentsWithBackend(env: NodeJS.ProcessEnv): ReadonlySet<string> | undefined {
  const backends = linesOf(env, backendsVariable);
  return backends && new Set(backends.keys());
}

/** The variables without what they say of real states, for runs with a state of their own. */
export function withoutStates(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !variables.includes(name)));
}

/** All passphrases of STRATA_PASSPHRASES, for those who take them out of texts; never an error. */
export function passphrasesOf(env: NodeJS.ProcessEnv): string[] {
  const lines = (env[passphrasesVariable] ?? '').split(separator);
  return lines.map((line) => line.slice(line.indexOf('=') + 1).trim()).filter((one) => one !== '');
}

/**
 * The variables with which Pulumi runs a stack of an environment: its backend and its passphrase, and
 * nothing of the other environments. Without STRATA_BACKENDS and STRATA_PASSPHRASES, all stacks have
 * PULUMI_BACKEND_URL and PULUMI_CONFIG_PASSPHRASE as they are.
 *
 * @throws GitopsError when STRATA_BACKENDS is set and does not name the environment.
 */
export function stackEnvironment(env: NodeJS.ProcessEnv, environment: string): NodeJS.ProcessEnv {
  const own = withoutStates(env);
  const backends = linesOf(env, backendsVariable);
  const passphrases = linesOf(env, passphrasesVariable);
  if (backends !== undefined) {
    const url = backends.get(environment);
    if (url === undefined) {
      throw new GitopsError(
        `${backendsVariable} does not say where the states of "${environment}" are: add ${environment}=URL, or run this where they may be read`,
      );
    }
    own.PULUMI_BACKEND_URL = url;
  }
  if (passphrases !== undefined) {
    // An environment without a line has a key service, not the passphrase of another one.
    delete own.PULUMI_CONFIG_PASSPHRASE;
    const passphrase = passphrases.get(environment);
    if (passphrase !== undefined) own.PULUMI_CONFIG_PASSPHRASE = passphrase;
  }
  return own;
}
