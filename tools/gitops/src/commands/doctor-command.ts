// SPDX-License-Identifier: Apache-2.0
import { examine } from '../doctor/index.ts';
import { withBackendOfLogin } from '../doctor/backend-of-login.ts';
import {
  backendsVariable,
  environmentsWithBackend,
  stackEnvironment,
} from '../run/stack-environment.ts';
import { fileBackend } from '../state/file-backend.ts';
import type { Command } from './command.ts';
import { parseOptions } from './parse-arguments.ts';

/**
 * Returns what is to be said of states in buckets and databases, of which only the names and the numbers
 * of resources are read; undefined where all states are in folders.
 */
function notLookedAt(env: NodeJS.ProcessEnv, environments: readonly string[]): string | undefined {
  const folderOf = (one: string) => fileBackend(stackEnvironment(env, one));
  const all = [...new Set(environments)].sort();
  const others = all.filter((one) => folderOf(one) === undefined);
  const isAny = all.length > 0 ? others.length > 0 : fileBackend(env) === undefined;
  if (!isAny) return undefined;
  const of = others.length < all.length ? ` of ${others.join(', ')}` : '';
  return `The backend${of} is no folder: locks in it were not looked at, nor whether its states are whole.`;
}

/** Reports problems of tools, secrets and states, and their fixes. */
export const doctorCommand: Command = {
  usage: [
    'doctor [--environment NAME]',
    'stale locks, operations without an end, states that cannot be read, passphrases, versions: what',
    'is wrong, and the fix. It changes nothing',
  ],
  run: async (args, given) => {
    const context = { ...given, env: await withBackendOfLogin(given) };
    const { values } = parseOptions(args, { environment: { type: 'string' } });
    const { environment } = values;
    const { root, stacks } = context.workspace;
    const known = environment === undefined ? environmentsWithBackend(context.env) : undefined;
    const isKnown = (name: string) => known?.has(name) ?? true;
    const ofInterest = stacks.filter(
      (one) => (environment ?? one.environment) === one.environment && isKnown(one.environment),
    );
    const unknown = new Set(stacks.map((one) => one.environment).filter((one) => !isKnown(one)));
    const all = await examine({ ...context, workspace: { root, stacks: ofInterest } });
    // States of other environments are not orphans; the doctor was not asked about them.
    const others = new Set(stacks.filter((one) => !ofInterest.includes(one)).map(({ id }) => id));
    const findings = all.filter(({ subject }) => !others.has(subject));
    for (const { fix, problem, subject } of findings) {
      context.print(`${subject}: ${problem}\n  ${fix}`);
    }
    const unseen = notLookedAt(
      context.env,
      ofInterest.map((one) => one.environment),
    );
    if (unseen !== undefined) context.print(unseen);
    if (unknown.size > 0) {
      const names = [...unknown].sort().join(', ');
      context.print(
        `${backendsVariable} does not name ${names}: nothing of these environments was looked at.`,
      );
    }
    if (findings.length === 0) {
      const isAll = unseen === undefined && unknown.size === 0;
      context.print(isAll ? 'Nothing is wrong.' : 'Nothing else is wrong.');
    }
    return findings.length === 0 ? 0 : 1;
  },
};
