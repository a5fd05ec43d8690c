// SPDX-License-Identifier: Apache-2.0
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { auditPolicyFile } from '../audit-policy.ts';
import { writeOwnAddons } from '../own-addons.ts';
import { runVariables } from './run-variables.ts';

/** A folder that only this user can look into, and that is gone afterwards. */
export interface Workspace {
  readonly folder: string;
  /** Arguments that every command of KubeOne gets. */
  readonly args: readonly string[];
  /** What must not be printed. */
  readonly secrets: readonly string[];
}

const privately = { mode: 0o600 } as const;

/** The values in a credentials file, long enough to be told from other text. */
function secretsIn(texts: readonly (string | undefined)[]): string[] {
  return texts
    .flatMap((text) => text?.split('\n') ?? [])
    .map((line) => line.replace(/^\s*[\w-]+:\s*/, '').trim())
    .filter((value) => value.length >= 6);
}

async function fill(folder: string, manifest: string, env: NodeJS.ProcessEnv) {
  const manifestFile = join(folder, 'kubeone.yaml');
  await writeFile(manifestFile, manifest, privately);
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
 * Lays out what KubeOne reads, and removes all of it afterwards: KubeOne leaves a kubeconfig and
 * the authorities' keys where it is started.
 */
export async function withWorkspace<T>(
  manifest: string,
  env: NodeJS.ProcessEnv,
  work: (workspace: Workspace) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'strata-kubeone-'));
  try {
    const args = await fill(folder, manifest, env);
    const hidden = [env[runVariables.credentials], env.STRATA_RESTIC_PASSWORD];
    return await work({ folder, args, secrets: secretsIn(hidden) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
