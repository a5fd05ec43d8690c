// SPDX-License-Identifier: Apache-2.0
import { engineSettings } from '@strata/gitops/engine';
import { fileBackendUrl } from '@strata/gitops/file-backend-url';
import { ensureManifests } from '@strata/manifests/ensure';
import { componentsOf } from '@strata/release-manifests';
import { workspaceRoot } from '@strata/sandbox';
import { passphrase } from '@strata/sandbox/parts';
import { consoleReport, ensureToolchain, pulumiVariables } from '@strata/toolchain';
import type { Toolchain } from '@strata/toolchain';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { interruption, runMeasured } from '../measure/run-measured.ts';
import type { Engine } from '../subjects/strata-stack.ts';
import { measuredRelease } from '../yard/definitions.ts';

/** Tools that run in the bench. */
const tools = [
  ...(['pulumi', 'pulumi-language-nodejs', 'pulumi-resource-kubernetes'] as const),
  ...(['etcd', 'kubernetes', 'kwok', 'helm'] as const),
];

const measured = { releases: [measuredRelease.name], optional: false };

/** Resources that all scenarios of a run share. */
export interface BenchWorld {
  /** Makes a new folder, which is deleted when the world is closed. */
  readonly folderOf: (scenario: string) => string;
  readonly toolchain: Toolchain;
  /**
   * Environment variables of programs that are not Strata's: paths and a passphrase, and otherwise
   * defaults.
   */
  readonly plainEnv: Readonly<Record<string, string>>;
  /** Makes an engine with a backend of its own, as Strata runs it. */
  readonly engine: (name: string, servers: readonly number[]) => Engine;
  readonly close: () => void;
}

/** Makes a PULUMI_HOME like that of a fresh installation, with the only plug-in that is needed. */
async function stockPulumiHome(folder: string, toolchain: Toolchain, env: NodeJS.ProcessEnv) {
  const home = join(folder, 'pulumi-home');
  mkdirSync(home);
  const { path, version } = toolchain.get(
    'pulumi-resource-kubernetes',
    'pulumi-resource-kubernetes',
  );
  const install = ['plugin', 'install', 'resource', 'kubernetes', version, '--file', path];
  await runMeasured({
    args: ['pulumi', ...install],
    cwd: folder,
    env: { ...env, PULUMI_HOME: home },
  });
  return home;
}

/** Builds missing tools and makes the folders. */
export async function openWorld(): Promise<BenchWorld> {
  const report = consoleReport();
  const toolchain = await ensureToolchain({ tools, report, signal: interruption });
  await ensureManifests({ components: componentsOf(measured), report, signal: interruption });
  const folder = mkdtempSync(join(tmpdir(), 'strata-bench-'));
  const { PATH, PULUMI_HOME } = await pulumiVariables(toolchain, process.env, [
    dirname(toolchain.get('helm', 'helm').path),
    join(workspaceRoot, 'node_modules/.bin'),
  ]);
  const base = {
    PATH,
    HOME: process.env.HOME ?? folder,
    // The passphrase of the sandbox, whose stack files are read; it protects nothing there either.
    PULUMI_CONFIG_PASSPHRASE: passphrase,
    // No run checks for updates: the way to the internet is not measured.
    PULUMI_SKIP_UPDATE_CHECK: 'true',
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: 'true',
  };
  // The Automation API looks for the CLI only in this process's PATH, whatever environment it runs
  // the CLI with.
  process.env.PATH = PATH;
  const plainEnv = { ...base, PULUMI_HOME: await stockPulumiHome(folder, toolchain, base) };
  const engine = (name: string, servers: readonly number[]): Engine => {
    const stateFolder = join(folder, 'engines', name, 'state');
    mkdirSync(stateFolder, { recursive: true });
    const env = {
      ...base,
      ...engineSettings(),
      PULUMI_HOME,
      PULUMI_BACKEND_URL: fileBackendUrl(stateFolder),
    };
    return { env, stateFolder, folder: join(folder, 'engines', name), servers };
  };
  const close = () => rmSync(folder, { recursive: true, force: true });
  const folderOf = (scenario: string) => {
    const own = join(folder, scenario);
    mkdirSync(own);
    return own;
  };
  return { folderOf, toolchain, plainEnv, engine, close };
}
