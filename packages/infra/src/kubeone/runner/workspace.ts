// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withHomeFolder } from '../../ssh/home-folder.ts';
import { auditPolicyFile } from '../audit-policy.ts';
import { writeOwnAddons } from '../own-addons.ts';
import { hiddenTexts } from './hidden-texts.ts';
import { resticPasswordVariable, runVariables } from './run-variables.ts';

/** Temporary folder that only the current user can read. */
export interface Workspace {
  readonly folder: string;
  /** Arguments for every command of KubeOne. */
  readonly args: readonly string[];
  /** Texts that must not be printed. */
  readonly secrets: readonly string[];
}

const privately = { mode: 0o600 } as const;

/**
 * Returns the manifest with whole paths of keys below the home folder: KubeOne opens paths as they are
 * written. The manifest in the state keeps `~`, so that it is the same on every machine.
 */
function withHome(manifest: string): string {
  return manifest.replaceAll(
    /^([\s-]*(?:sshPrivateKeyFile|bastionPrivateKeyFile): ["']?)(~\/)/gm,
    (_, before: string, home: string) => `${before}${withHomeFolder(home)}`,
  );
}

async function fill(folder: string, manifest: string, env: NodeJS.ProcessEnv) {
  const manifestFile = join(folder, 'kubeone.yaml');
  await writeFile(manifestFile, withHome(manifest), privately);
  await writeOwnAddons(folder);
  const policy = env[runVariables.auditPolicy];
  if (policy !== undefined) await writeFile(join(folder, auditPolicyFile), policy, privately);
  const credentials = env[runVariables.credentials];
  if (credentials === undefined) return ['--manifest', manifestFile];
  const credentialsFile = join(folder, 'credentials.yaml');
  await writeFile(credentialsFile, credentials, privately);
  return ['--manifest', manifestFile, '--credentials', credentialsFile];
}

/**
 * Writes the files that KubeOne reads into a temporary folder, runs `work`, and deletes the folder:
 * KubeOne leaves a kubeconfig and the certificate authorities' keys in its working directory.
 */
export async function withWorkspace<T>(
  manifest: string,
  env: NodeJS.ProcessEnv,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-kubeone-'));
  try {
    const args = await fill(folder, manifest, env);
    const secrets = hiddenTexts({
      credentials: env[runVariables.credentials],
      resticPassword: env[resticPasswordVariable],
    });
    return await work({ folder, args, secrets });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
