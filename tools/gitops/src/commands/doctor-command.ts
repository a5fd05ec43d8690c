// SPDX-License-Identifier: Apache-2.0
import { examine } from '../doctor/index.ts';
import { withBackendOfLogin } from '../doctor/backend-of-login.ts';
import { backendsVariable, environmentsWithBackend } from '../run/stack-environment.ts';
import { fileBackends } from '../state/file-backend.ts';
import type { Command } from './command.ts';
import { parseOptions } from './parse-arguments.ts';

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
    const environments = ofInterest.map((one) => one.environment);
    if (fileBackends(context.env, environments).length === 0) {
      context.print('The backend is no folder: locks and states in it were not looked at.');
    }
    if (unknown.size > 0) {
      const names = [...unknown].sort().join(', ');
      context.print(
        `${backendsVariable} does not name ${names}: nothing of these environments was looked at.`,
      );
    }
    if (findings.length === 0) context.print('Nothing is wrong.');
    return findings.length === 0 ? 0 : 1;
  },
};
