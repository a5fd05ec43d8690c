// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { StandInCall, StandInSettings } from './kubeone-stand-in.ts';

/** A `kubeone` on PATH that is the stand-in. */
export interface StandIn {
  readonly folder: string;
  /** Of the process that is to find it. */
  readonly env: NodeJS.ProcessEnv;
  readonly set: (settings: StandInSettings) => void;
  readonly calls: () => readonly StandInCall[];
  /** Hostname to the version of its kubelet. */
  readonly joined: () => Readonly<Record<string, string>>;
  readonly forget: (host?: string) => void;
  readonly remove: () => void;
}

const script = join(import.meta.dirname, 'kubeone-stand-in.ts');

/** What the shell of whoever runs the tests happens to set for Strata is no part of a run. */
const withoutStrata = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('STRATA_')));

/**
 * Makes one in a folder of its own.
 *
 * @param loader - the path of kubeone-validate.
 */
export function installStandIn(loader: string): StandIn {
  const folder = mkdtempSync(join(tmpdir(), 'kubeone-stand-in-'));
  const bin = join(folder, 'bin');
  mkdirSync(bin);
  const command = `#!/bin/sh\nexec "${process.execPath}" "${script}" "$@"\n`;
  writeFileSync(join(bin, 'kubeone'), command, { mode: 0o755 });
  const read = (name: string, fallback: string) => {
    try {
      return readFileSync(join(folder, name), 'utf8');
    } catch {
      return fallback;
    }
  };
  const joined = () => JSON.parse(read('joined.json', '{}')) as Record<string, string>;
  return {
    folder,
    env: {
      ...withoutStrata(process.env),
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
      KUBEONE_STAND_IN: folder,
      STRATA_KUBEONE_VALIDATE: loader,
    },
    set: (settings) => writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings)),
    calls: () =>
      read('calls.jsonl', '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as StandInCall),
    joined,
    forget: (host) => {
      const left = host === undefined ? {} : joined();
      const kept = Object.entries(left).filter(([name]) => name !== host);
      writeFileSync(join(folder, 'joined.json'), JSON.stringify(Object.fromEntries(kept)));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
