// SPDX-License-Identifier: Apache-2.0
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { StandInCall, StandInSettings } from './stand-in-settings.ts';
import { readNodes, writeNodes, type PlayedNodes } from './played-nodes.ts';
import { hasClearSecrets } from './played-secrets.ts';

/** The stand-in for `kubeone`, in a folder for PATH. */
export interface StandIn {
  readonly folder: string;
  /** Environment for a process that must find the stand-in. */
  readonly env: NodeJS.ProcessEnv;
  readonly set: (settings: StandInSettings) => void;
  readonly calls: () => readonly StandInCall[];
  readonly nodes: () => PlayedNodes;
  /** Returns the versions of kubelets by hostname. */
  readonly joined: () => Readonly<Record<string, string>>;
  /** Returns whether etcd has Secrets in clear text. */
  readonly hasClearSecrets: () => boolean;
  /** Replaces the nodes, as a change that does not come from KubeOne. */
  readonly setNodes: (nodes: PlayedNodes) => void;
  readonly forget: (host?: string) => void;
  readonly remove: () => void;
}

const script = join(import.meta.dirname, 'kubeone-stand-in.ts');

/** Returns the environment without variables of Strata, which the shell that runs the tests may set. */
const withoutStrata = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('STRATA_')));

/**
 * Installs a stand-in in a folder of its own.
 *
 * @param loader - path of kubeone-validate.
 * @param hosts - `scratch`: the hosts of the manifest are scratch hosts, which the stand-in changes;
 * `none`: there are no hosts.
 */
export function installStandIn(loader: string, hosts: 'scratch' | 'none' = 'none'): StandIn {
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
  const nodes = () => readNodes(folder);
  return {
    folder,
    env: {
      ...withoutStrata(process.env),
      NODE_OPTIONS: '--disable-warning=ExperimentalWarning',
      PATH: `${bin}${delimiter}${process.env.PATH ?? ''}`,
      KUBEONE_STAND_IN: folder,
      KUBEONE_STAND_IN_HOSTS: hosts,
      STRATA_KUBEONE_VALIDATE: loader,
    },
    set: (settings) => writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings)),
    calls: () =>
      read('calls.jsonl', '')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as StandInCall),
    nodes,
    joined: () =>
      Object.fromEntries(Object.entries(nodes()).map(([name, { kubelet }]) => [name, kubelet])),
    hasClearSecrets: () => hasClearSecrets(folder),
    setNodes: (next) => writeNodes(folder, next),
    forget: (host) => {
      const left = Object.entries(nodes()).filter(([name]) => host !== undefined && name !== host);
      writeNodes(folder, Object.fromEntries(left));
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
