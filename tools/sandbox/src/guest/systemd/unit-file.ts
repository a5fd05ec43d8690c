// SPDX-License-Identifier: Apache-2.0

/** A command of a unit; with a leading `-` it may fail. */
export interface UnitCommand {
  readonly argv: readonly string[];
  readonly mayFail: boolean;
}

/** Fields of units of every kind. */
interface AnyUnit {
  readonly name: string;
  readonly description: string;
  readonly after: readonly string[];
  readonly before: readonly string[];
  /** Units that are started together with this one. */
  readonly wants: readonly string[];
  readonly wantedBy: readonly string[];
}

/** The played fields of a mount. */
export interface MountUnit extends AnyUnit {
  readonly what: string;
  readonly where: string;
  /** Type of the file system; `auto` accepts any. */
  readonly type: string;
}

/** The played fields of a service. */
export interface Unit extends AnyUnit {
  readonly type: 'simple' | 'oneshot';
  readonly remainAfterExit: boolean;
  readonly execStart: readonly UnitCommand[];
  readonly execStop: readonly UnitCommand[];
  readonly environment: Readonly<Record<string, string>>;
  /** Milliseconds that a start may take. @default 90 s; no limit for a oneshot */
  readonly timeoutStart: number | undefined;
  /** Milliseconds that a stop may take. @default 90 s */
  readonly timeoutStop: number;
  readonly restart: boolean;
}

/** Keys that are read, or that change nothing here. All others cause a warning, as with systemd. */
const knownKeys: Readonly<Record<string, readonly string[]>> = {
  Unit: [
    'Description',
    'Documentation',
    'After',
    'Before',
    'Wants',
    'Requires',
    'BindsTo',
    'DefaultDependencies',
    'Conflicts',
    'ConditionPathExists',
    'StartLimitIntervalSec',
  ],
  Service: [
    'Type',
    'RemainAfterExit',
    'ExecStart',
    'ExecStop',
    'TimeoutStartSec',
    'TimeoutStopSec',
    'TimeoutSec',
    'Environment',
    'Restart',
    'RestartSec',
    'StandardOutput',
    'StandardError',
    'KillMode',
    'User',
    'Group',
    'SyslogIdentifier',
  ],
  Mount: ['What', 'Where', 'Type', 'Options'],
  Install: ['WantedBy', 'RequiredBy', 'Alias'],
};

/** Milliseconds that systemd gives to a start or a stop by default. */
const defaultTimeout = 90_000;

/**
 * Converts a systemd time span to milliseconds; a number without a unit is seconds. Undefined for
 * `infinity` and `0`, which mean no limit.
 *
 * @throws Error when it is no time span.
 */
export function timeSpan(text: string): number | undefined {
  const units: Record<string, number> = {
    ms: 1,
    s: 1_000,
    sec: 1_000,
    min: 60_000,
    m: 60_000,
    h: 3_600_000,
  };
  if (text === 'infinity' || text === '0') return undefined;
  let total = 0;
  for (const part of text.trim().split(/\s+/)) {
    const [, number, unit = 's'] = /^(\d+)([a-z]+)?$/.exec(part) ?? [];
    const factor = units[unit];
    if (number === undefined || factor === undefined) {
      throw new Error(`"${text}" is not a time span`);
    }
    total += Number(number) * factor;
  }
  return total;
}

/** Splits a command line into words, quoted as systemd reads them. */
export function words(line: string): string[] {
  const found = line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g);
  return [...found].map(
    ([, double, single, bare]) => double?.replace(/\\(.)/g, '$1') ?? single ?? bare ?? '',
  );
}

function command(line: string): UnitCommand {
  const mayFail = line.startsWith('-');
  return { argv: words(mayFail ? line.slice(1) : line), mayFail };
}

type Section = Map<string, string[]>;

function sections(text: string, warnings: string[]): Map<string, Section> {
  const all = new Map<string, Section>();
  let current = '';
  const logical = text.replace(/\\\n\s*/g, ' ').split('\n');
  for (const raw of logical) {
    const line = raw.trim();
    if (line === '' || line.startsWith('#') || line.startsWith(';')) continue;
    const header = /^\[(\w+)\]$/.exec(line);
    if (header?.[1] !== undefined) {
      current = header[1];
      continue;
    }
    const at = line.indexOf('=');
    const key = line.slice(0, Math.max(at, 0)).trim();
    if (at < 0 || !(knownKeys[current] ?? []).includes(key)) {
      warnings.push(`Unknown key name '${key || line}' in section '${current}', ignoring.`);
      continue;
    }
    const section = all.get(current) ?? new Map<string, string[]>();
    all.set(current, section);
    section.set(key, [...(section.get(key) ?? []), line.slice(at + 1).trim()]);
  }
  return all;
}

type Values = (section: string, key: string) => readonly string[];

function readSections(text: string, warnings: string[]): Values {
  const parsed = sections(text, warnings);
  return (section, key) => parsed.get(section)?.get(key) ?? [];
}

function readUnit(name: string, values: Values): AnyUnit {
  const list = (section: string, key: string) =>
    values(section, key).flatMap((value) => value.split(/\s+/).filter((item) => item !== ''));
  return {
    name,
    description: values('Unit', 'Description').at(-1) ?? name,
    after: list('Unit', 'After'),
    before: list('Unit', 'Before'),
    wants: [...list('Unit', 'Wants'), ...list('Unit', 'Requires'), ...list('Unit', 'BindsTo')],
    wantedBy: [...list('Install', 'WantedBy'), ...list('Install', 'RequiredBy')],
  };
}

/** Returns the name of the unit that mounts a folder. */
export function mountUnitName(folder: string): string {
  const escaped = folder.slice(1).replaceAll('-', String.raw`\x2d`);
  return `${escaped.replaceAll('/', '-')}.mount`;
}

/**
 * Parses a mount unit.
 *
 * @param warnings - systemd's warnings are added to this list.
 * @throws Error when the mount could not be started.
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.mount.html
 */
export function parseMount(name: string, text: string, warnings: string[] = []): MountUnit {
  const values = readSections(text, warnings);
  const last = (key: string) => values('Mount', key).at(-1);
  const [what, where] = [last('What'), last('Where')];
  if (what === undefined || where === undefined) {
    throw new Error('Mount unit lacks What= or Where= setting. Refusing.');
  }
  if (name !== mountUnitName(where)) {
    throw new Error("Where= setting doesn't match unit name. Refusing.");
  }
  return { ...readUnit(name, values), what, where, type: last('Type') ?? 'auto' };
}

/**
 * Parses a service unit.
 *
 * @param warnings - systemd's warnings are added to this list.
 * @throws Error when the service could not be started.
 * @see https://www.freedesktop.org/software/systemd/man/latest/systemd.service.html
 */
export function parseUnit(name: string, text: string, warnings: string[] = []): Unit {
  const values = readSections(text, warnings);
  const last = (key: string) => values('Service', key).at(-1);
  const type = last('Type') === 'oneshot' ? 'oneshot' : 'simple';
  const execStart = values('Service', 'ExecStart').map(command);
  if (execStart.length === 0 && values('Service', 'ExecStop').length === 0) {
    throw new Error('Service has no ExecStart=, ExecStop=, or SuccessAction=. Refusing.');
  }
  const stop = last('TimeoutStopSec') ?? last('TimeoutSec');
  const start = last('TimeoutStartSec') ?? last('TimeoutSec');
  const startDefault = type === 'oneshot' ? undefined : defaultTimeout;
  const assignments = values('Service', 'Environment').flatMap(words);
  return {
    ...readUnit(name, values),
    type,
    remainAfterExit: ['yes', 'true', '1', 'on'].includes(last('RemainAfterExit') ?? ''),
    execStart,
    execStop: values('Service', 'ExecStop').map(command),
    environment: Object.fromEntries(
      assignments.map((text) => [
        text.slice(0, text.indexOf('=')),
        text.slice(text.indexOf('=') + 1),
      ]),
    ),
    timeoutStart: start === undefined ? startDefault : timeSpan(start),
    // Without a limit, a stop could keep the machine from shutting down.
    timeoutStop: (stop === undefined ? undefined : timeSpan(stop)) ?? defaultTimeout,
    restart: !['no', ''].includes(last('Restart') ?? ''),
  };
}
