// SPDX-License-Identifier: Apache-2.0
import type { Answer } from '../root/answer.ts';
import { NoSuchUnit, unitName, type Systemd } from './systemd.ts';

/** Flags that change nothing here. */
const silentFlags = ['--no-pager', '--no-block', '--system', '--full', '-l', '--no-reload'];

/**
 * Exit codes that scripts rely on.
 *
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemctl.html#Exit%20status
 */
const exitCodes = { notActive: 3, noSuchUnit: 4, noSuchUnitForStart: 5 } as const;

type Verb = (systemd: Systemd, unit: string, now: boolean) => Promise<string> | string;

const verbs: Readonly<Record<string, Verb>> = {
  start: async (systemd, unit) => {
    await systemd.start(unit);
    return '';
  },
  stop: async (systemd, unit) => {
    await systemd.stop(unit);
    return '';
  },
  restart: async (systemd, unit) => {
    await systemd.stop(unit);
    await systemd.start(unit);
    return '';
  },
  enable: async (systemd, unit, now) => {
    const links = systemd.enable(unit);
    if (now) await systemd.start(unit);
    return links.map((line) => `${line}\n`).join('');
  },
  // It changes nothing: swap.target does not exist here, and the played guest agent does nothing.
  mask: (_, unit) => `Created symlink /etc/systemd/system/${unitName(unit)} → /dev/null.\n`,
  disable: async (systemd, unit, now) => {
    systemd.disable(unit);
    if (now) await systemd.stop(unit);
    return '';
  },
};
const aliases: Readonly<Record<string, string>> = { 'reload-or-restart': 'restart' };

function status(systemd: Systemd, units: readonly string[]): Answer {
  const texts = units.map((unit) => {
    const service = systemd.find(unit);
    const enabled = systemd.fileState(unit);
    return `${service.name} - ${service.description}\n     Loaded: loaded (${enabled})\n     Active: ${service.state}\n`;
  });
  const active = units.every((unit) => systemd.find(unit).state === 'active');
  return { code: active ? 0 : exitCodes.notActive, stdout: texts.join('\n'), stderr: '' };
}

/** Calls a function with a unit; undefined when there is no such unit. */
function ifKnown<T>(ask: () => T): T | undefined {
  try {
    return ask();
  } catch (error) {
    if (error instanceof NoSuchUnit) return undefined;
    throw error;
  }
}

/** Prints the state of each unit, and ends with the code of the best one. */
function answerStates(
  states: readonly (string | undefined)[],
  quiet: boolean,
  { good, bad, missing }: { good: readonly string[]; bad: number; missing: string },
  isKnown = states.some((state) => state !== undefined),
): Answer {
  const stdout = quiet ? '' : states.map((state = missing) => `${state}\n`).join('');
  const isGood = states.some((state) => state !== undefined && good.includes(state));
  return { code: isGood ? 0 : isKnown ? bad : exitCodes.noSuchUnit, stdout, stderr: '' };
}

function isActive(systemd: Systemd, units: readonly string[], quiet: boolean): Answer {
  const states = units.map((unit) => ifKnown(() => systemd.find(unit).state));
  const rule = { good: ['active'], bad: exitCodes.notActive, missing: 'inactive' };
  const isKnown = units.some((unit, index) => states[index] !== undefined && !systemd.isLost(unit));
  return answerStates(states, quiet, rule, isKnown);
}

function isEnabled(systemd: Systemd, units: readonly string[], quiet: boolean): Answer {
  const states = units.map((unit) => ifKnown(() => systemd.fileState(unit)));
  const rule = { good: ['enabled', 'static', 'generated'], bad: 1, missing: 'not-found' };
  return answerStates(states, quiet, rule);
}

/** Plays `systemctl`, with its exit codes. */
export async function systemctl(systemd: Systemd, args: readonly string[]): Promise<Answer> {
  const flags = args.filter((arg) => arg.startsWith('-') && !silentFlags.includes(arg));
  const [given = 'list-units', ...units] = args.filter((arg) => !arg.startsWith('-'));
  const verb = aliases[given] ?? given;
  const unknown = flags.find((flag) => !['--now', '--quiet', '-q'].includes(flag));
  if (unknown !== undefined) {
    return { code: 1, stdout: '', stderr: `systemctl: unrecognized option '${unknown}'\n` };
  }
  const quiet = flags.includes('--quiet') || flags.includes('-q');
  try {
    if (verb === 'daemon-reload') {
      systemd.reload();
      return { code: 0, stdout: '', stderr: '' };
    }
    if (verb === 'reset-failed') {
      systemd.resetFailed(units);
      return { code: 0, stdout: '', stderr: '' };
    }
    if (verb === 'is-active') return isActive(systemd, units, quiet);
    if (verb === 'is-enabled') return isEnabled(systemd, units, quiet);
    if (verb === 'status') return status(systemd, units);
    const play = verbs[verb];
    if (play === undefined) {
      return { code: 1, stdout: '', stderr: `Unknown command verb ${verb}.\n` };
    }
    let stdout = '';
    for (const unit of units) stdout += await play(systemd, unit, flags.includes('--now'));
    return { code: 0, stdout, stderr: '' };
  } catch (error) {
    return refusal(verb, units, error as Error);
  }
}

function refusal(verb: string, units: readonly string[], error: Error): Answer {
  if (error instanceof NoSuchUnit && verb === 'reset-failed') {
    const name = unitName(units.find((unit) => !unit.endsWith('*')) ?? '');
    const stderr = `Failed to reset failed state of unit ${name}: Unit ${name} not loaded.\n`;
    return { code: 1, stdout: '', stderr };
  }
  if (error instanceof NoSuchUnit) {
    const code = verb === 'status' ? exitCodes.noSuchUnit : exitCodes.noSuchUnitForStart;
    return { code, stdout: '', stderr: `${error.message}\n` };
  }
  const names = units.map(unitName).join(' ');
  return { code: 1, stdout: '', stderr: `Job for ${names} failed: ${error.message}\n` };
}
