// SPDX-License-Identifier: Apache-2.0
import { GitopsError } from '../gitops-error.ts';

/**
 * Name of the variable with the backend of each environment: `environment=URL`, separated by new
 * lines or commas.
 */
export const backendsVariable = 'STRATA_BACKENDS';

/**
 * Name of the variable with the passphrase of each environment: `environment=passphrase`, separated
 * in the same way.
 */
export const passphrasesVariable = 'STRATA_PASSPHRASES';

const variables: readonly string[] = [backendsVariable, passphrasesVariable];

/**
 * Separator of entries. GitLab cannot mask a variable with more than one line, so entries are
 * separated by commas there.
 */
const separator = /[\n,]/;

/** Returns the entries of one of the two variables; undefined when it is not set or empty. */
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
    // The message never shows the entry, which may be a passphrase.
    if (at < 1) {
      throw new GitopsError(
        `entry ${index + 1} of ${variable} is not "environment=value": entries are separated by new lines or commas`,
      );
    }
    return [[line.slice(0, at).trim(), line.slice(at + 1).trim()] as const];
  });
  return new Map(entries);
}

/**
 * Returns the environments that STRATA_BACKENDS names; undefined when it is not set and all have
 * one backend.
 */
export function environmentsWithBackend(env: NodeJS.ProcessEnv): ReadonlySet<string> | undefined {
  const backends = linesOf(env, backendsVariable);
  return backends && new Set(backends.keys());
}

/** Returns the variables without those about real states, for runs with a state of their own. */
export function withoutStates(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !variables.includes(name)));
}

/** Returns all passphrases in STRATA_PASSPHRASES, so that they can be masked; never throws. */
export function passphrasesOf(env: NodeJS.ProcessEnv): string[] {
  const lines = (env[passphrasesVariable] ?? '').split(separator);
  return lines.map((line) => line.slice(line.indexOf('=') + 1).trim()).filter((one) => one !== '');
}

/**
 * Returns the variables with which Pulumi runs a stack of an environment: its backend and its
 * passphrase, and nothing of the other environments. Without STRATA_BACKENDS and
 * STRATA_PASSPHRASES, all stacks use PULUMI_BACKEND_URL and PULUMI_CONFIG_PASSPHRASE unchanged.
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
    // An environment without an entry uses a key service, not the passphrase of another
    // environment. Pulumi reads the file where the first variable is not set.
    delete own.PULUMI_CONFIG_PASSPHRASE;
    delete own.PULUMI_CONFIG_PASSPHRASE_FILE;
    const passphrase = passphrases.get(environment);
    if (passphrase !== undefined) own.PULUMI_CONFIG_PASSPHRASE = passphrase;
  }
  return own;
}
