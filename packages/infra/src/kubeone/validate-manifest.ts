// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Problem } from '@strata/contracts';
import type { HostConfig } from '../config/index.ts';
import { configPath } from './config-path.ts';

/** Environment variable with the path of the loader, for when it is not on PATH. */
const loaderVariable = 'STRATA_KUBEONE_VALIDATE';

/** Result of KubeOne's loader for a manifest. */
export interface Validation {
  readonly problems: readonly Problem[];
  /** Why the loader did not run; absent when it ran. */
  readonly warning?: string;
}

interface Failure {
  readonly code?: string | number;
  readonly stderr?: string;
}

/** `field: reason`, the format of Kubernetes field errors; some of KubeOne's begin with `[].`. */
const fieldError = /^(?:\[\]\.)?([a-zA-Z][\w.]*(?:\[[^\]]*\][\w.]*)*): (.+)$/;

function problemOf(line: string, hosts: readonly HostConfig[]): Problem {
  const [, field, reason] = fieldError.exec(line) ?? [];
  if (field === undefined || reason === undefined) {
    return { path: ['kubeone'], message: `KubeOne refuses the manifest: ${line}` };
  }
  return { path: configPath(field, hosts), message: `KubeOne refuses ${field}: ${reason}` };
}

const missing =
  'the manifest was not checked by KubeOne itself: kubeone-validate is not on PATH ' +
  `and ${loaderVariable} does not name it. Build it with: npm run toolchain -- --only kubeone-validate; then set ${loaderVariable} to the path of the program`;

/**
 * Checks a manifest with KubeOne's own loader, as KubeOne does before it installs anything. Connects
 * to no host.
 */
export async function validateManifest(
  manifest: string,
  hosts: readonly HostConfig[],
  env: NodeJS.ProcessEnv = process.env,
): Promise<Validation> {
  const loader = env[loaderVariable] ?? 'kubeone-validate';
  const folder = await mkdtemp(join(tmpdir(), 'strata-manifest-'));
  try {
    const file = join(folder, 'kubeone.yaml');
    await writeFile(file, manifest, { mode: 0o600 });
    await promisify(execFile)(loader, [file], { env, timeout: 30_000 });
    return { problems: [] };
  } catch (error) {
    const { code, stderr = '' } = error as Failure;
    if (code === 'ENOENT') return { problems: [], warning: missing };
    const lines = stderr.split('\n').filter((line) => line.trim() !== '');
    if (code !== 1 || lines.length === 0) throw error;
    return { problems: lines.map((line) => problemOf(line, hosts)) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
