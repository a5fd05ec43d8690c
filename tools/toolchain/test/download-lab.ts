// SPDX-License-Identifier: Apache-2.0
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EnsureOptions } from '../src/ensure-toolchain.ts';
import { ensureToolchain } from '../src/ensure-toolchain.ts';
import type { ToolName } from '../src/tools.ts';
import type { Machine } from './fake-go.ts';
import { makeMachine, recordingReport } from './fake-go.ts';
import type { ReleaseServer, SmallArchive } from './release-server.ts';
import { makeArchive, released, startServer, tableAt } from './release-server.ts';

/** Options of a run; `mode` is the value of STRATA_TOOLS, by default `auto`. */
export type RunOptions = EnsureOptions & { readonly mode?: string };

/** Output and result of a run; in the output, `<server>` stands for the server's address. */
export interface FinishedRun {
  readonly lines: readonly string[];
  /** Path of etcd, and its text. */
  readonly path: string;
  readonly text: string;
}

/** A machine with a fake Go, and a server on the loopback interface with a release of etcd. */
export interface DownloadLab {
  readonly machine: Machine;
  readonly archive: SmallArchive;
  readonly server: ReleaseServer;
  /** Makes etcd available. */
  readonly run: (options?: RunOptions) => Promise<FinishedRun>;
  /** Returns the lines of a run whose download fails for this reason. */
  readonly builtInstead: (reason: string) => string[];
  /** Returns the names in the toolchain's cache, without keys. */
  readonly inCache: () => Promise<string[]>;
  readonly remove: () => Promise<void>;
}

/** Line that is printed before the download. */
export const announced =
  '1 tool to download, about 0.1 GB: etcd 3.6.5. One that cannot be had, or has not the hash that ' +
  "its publisher's repository names, is built instead.";

/** Text of an etcd that the fake Go has built. */
export const built = '#!/bin/sh\necho server\n';

const etcdOnly: readonly ToolName[] = ['etcd'];

async function runWith(lab: Omit<DownloadLab, 'run'>, options: RunOptions): Promise<FinishedRun> {
  const { machine, server } = lab;
  const { mode = 'auto', ...rest } = options;
  const report = recordingReport();
  const toolchain = await ensureToolchain({
    tools: etcdOnly,
    env: { ...machine.env, STRATA_TOOLS: mode },
    releases: tableAt(server.url, lab.archive.sha256),
    freeSpace: () => Promise.resolve(1_000_000),
    cores: 2,
    limits: { silence: 10_000, whole: 20_000 },
    report,
    ...rest,
  });
  const lines = report.lines.map((line) => line.replaceAll(server.url, '<server>'));
  const { path } = toolchain.get('etcd', 'etcd');
  return { lines, path, text: await readFile(path, 'utf8') };
}

/** Makes a lab whose server answers 404 until it is told otherwise. */
export async function makeDownloadLab(): Promise<DownloadLab> {
  const machine = await makeMachine();
  const server = await startServer();
  const lab: Omit<DownloadLab, 'run'> = {
    machine,
    archive: await makeArchive({ 'etcd/bin/etcd': released }),
    server,
    builtInstead: (reason) => [
      announced,
      '[1/1] etcd 3.6.5, the store of every control plane: downloading from ' +
        server.url.replace('http://', ''),
      `[1/1] etcd 3.6.5: not downloaded, so it is built: ${reason}.`,
      '[1/1] etcd 3.6.5, the store of every control plane: building (about 1 min)',
      '[1/1] etcd 3.6.5: done in 0s; 0s so far, 0.0 GB of disk',
      'Toolchain ready: 1 built in 0s.',
    ],
    inCache: async () => {
      const names = await readdir(join(machine.cache, 'toolchain'));
      return names.map((name) => name.replace(/[0-9a-f]{16}$/, '<key>')).sort();
    },
    remove: async () => {
      await server.stop();
      await machine.remove();
    },
  };
  return { ...lab, run: (options = {}) => runWith(lab, options) };
}
