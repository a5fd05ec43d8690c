// SPDX-License-Identifier: Apache-2.0
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Resource } from '@strata/command-plugin/testing';
import type { HostProfileName, HostProfilesConfig } from '../../config/index.ts';
import { scratchHost, type Files } from '../../preflight/testing/scratch-host.ts';
import { playedPrograms } from './played-programs.ts';
import { renderProfileScript } from '../render-profile-script.ts';

/** Profiles for tests, by host, with small numbers. */
export const testProfiles: HostProfilesConfig = {
  profile: 'standard',
  hosts: { b: 'high-density', c: 'high-performance' },
  highDensity: { swapGiB: 0, swappiness: 80, ksm: 'host', ksmPagesToScan: 500 },
  highPerformance: {
    reservedCores: 2,
    hugepagesGiB: 2,
    governor: 'performance',
    pinInterrupts: true,
    topologyManager: 'restricted',
  },
};

/** Returns the profiles for tests with some numbers changed. */
export function profilesWith({
  highDensity = {},
  highPerformance = {},
}: {
  readonly highDensity?: Partial<HostProfilesConfig['highDensity']>;
  readonly highPerformance?: Partial<HostProfilesConfig['highPerformance']>;
}): HostProfilesConfig {
  return {
    ...testProfiles,
    highDensity: { ...testProfiles.highDensity, ...highDensity },
    highPerformance: { ...testProfiles.highPerformance, ...highPerformance },
  };
}

/** Step of KubeOne; kubeone-on-host.sh describes each. */
export type KubeoneStep = 'install' | 'upgrade' | 'upgrade-kubelet';

/** A test host with real shell and SSH, and with fakes of systemd and the kubelet. */
export interface HostWithKubelet extends AsyncDisposable {
  readonly reset: (changes?: Files) => void;
  readonly read: (path: string) => string;
  readonly has: (path: string) => boolean;
  readonly put: (path: string, content?: string) => void;
  /** Returns the paths of all files that Strata has written, sorted. */
  readonly ours: () => readonly string[];
  /** Runs the script of a profile. @throws Error with its standard error when it fails. */
  readonly run: (
    profile: HostProfileName,
    command?: string,
    config?: HostProfilesConfig,
  ) => ReturnType<Resource['create']>;
  /** Changes the host as a step of KubeOne does. */
  readonly kubeone: (step: KubeoneStep) => void;
  /** Returns the capacity that the kubelet read at its start, such as `swap 4` (GiB) and `hugepages-2Mi 1024`. */
  readonly capacity: () => string;
}

/** Starts a test host; it belongs to no cluster until `kubeone('install')` has run. */
export async function hostWithKubelet(): Promise<HostWithKubelet> {
  const host = await scratchHost(playedPrograms);
  const { root, reset, port, hostKey, privateKey } = host;
  const at = (path: string) => join(root, path);
  const read = (path: string) => readFileSync(at(path), 'utf8');
  return {
    reset,
    read,
    has: (path) => existsSync(at(path)),
    put: (path, content = '') => {
      mkdirSync(dirname(at(path)), { recursive: true });
      writeFileSync(at(path), content);
    },
    ours: () =>
      readdirSync(root, { recursive: true, encoding: 'utf8' })
        .filter((path) => path.split('/').at(-1)?.includes('strata'))
        .filter((path) => !path.endsWith('lib/strata'))
        .sort(),
    run: (profile, command = 'apply', config = testProfiles) =>
      new Resource('command:remote:Command').create({
        connection: { host: '127.0.0.1', port, hostKey, privateKey },
        create: `sh -s ${command}`,
        stdin: renderProfileScript({ host: 'host-1', profile, config }),
      }),
    kubeone: (step) => {
      const env = { STRATA_ROOT: root, PATH: `${root}/bin:/usr/bin:/bin` };
      execFileSync('sh', [join(import.meta.dirname, 'kubeone-on-host.sh'), step], { env });
    },
    capacity: () => read('played/capacity').trim(),
    [Symbol.asyncDispose]: () => host[Symbol.asyncDispose](),
  };
}
