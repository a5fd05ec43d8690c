// SPDX-License-Identifier: Apache-2.0
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { installStandIn } from '../../../../test/install-stand-in.ts';
import type { StandIn } from '../../../../test/install-stand-in.ts';
import { loaderPath } from '../../../../test/loader-path.ts';
import { manifestText, renderKubeoneManifest } from '../../render-kubeone-manifest.ts';
import { testInputs } from '../../test-config.ts';

export const main = join(import.meta.dirname, '../main.ts');

/** Result of one run of the runner. */
export interface RunnerRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number | null;
}

/** The runner with the stand-in for kubeone on its PATH. */
export interface RunnerLab {
  readonly kubeone: StandIn;
  /** Folder of the runner's temporary files. */
  readonly temporary: string;
  readonly run: (command: string, manifest: string, env?: NodeJS.ProcessEnv) => Promise<RunnerRun>;
}

/** Creates a lab; `kubeone.remove()` deletes it. */
export function runnerLab(): RunnerLab {
  const kubeone = installStandIn(loaderPath());
  kubeone.set({ kubeconfig: 'canary-kubeconfig' });
  const temporary = mkdtempSync(join(kubeone.folder, 'tmp-'));
  return {
    kubeone,
    temporary,
    run: async (command, manifest, env = {}) => {
      const child = spawn(process.execPath, [main, command], {
        env: { ...kubeone.env, TMPDIR: temporary, ...env },
      });
      child.stdin.end(manifest);
      const [stdout, stderr, exitCode] = await Promise.all([
        text(child.stdout),
        text(child.stderr),
        new Promise<number | null>((resolve) => child.once('close', resolve)),
      ]);
      return { stdout, stderr, exitCode };
    },
  };
}

/** Renders the manifest of a test configuration. */
export const manifestOf = (...args: Parameters<typeof testInputs>) =>
  manifestText(renderKubeoneManifest(testInputs(...args)));

/** Returns the changes in the output of `apply`. */
export const changesIn = (stdout: string) => (JSON.parse(stdout) as { changes: string[] }).changes;
