// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { toolchainDir } from './cache-dir.ts';
import type { Archive, Platform, Release, ReleaseTable } from './release-types.ts';
import type { ToolName } from './tools.ts';

/** A release that can be downloaded for this machine. */
export interface PlannedDownload {
  readonly name: ToolName;
  readonly release: Release;
  readonly archive: Archive;
  /** Folder of the cache for its programs. */
  readonly target: string;
}

const goNames: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };

/** Returns the platform of this process, in the words of Go. */
export function ownPlatform(): string {
  return `${process.platform}-${goNames[process.arch] ?? process.arch}`;
}

/**
 * Returns the last part of the name of the cache folder. Another archive, or other programs from it,
 * give another one. Go's version is no part of it.
 */
function keyOf({ algorithm, paths }: Release, { hash }: Archive): string {
  const facts = JSON.stringify([algorithm, hash, paths]);
  return createHash('sha256').update(facts).digest('hex').slice(0, 16);
}

/**
 * Returns how a tool is downloaded for a platform, or undefined if it is always built there.
 *
 * @param platform - Default: that of this process.
 */
export function plannedDownload(
  name: ToolName,
  table: ReleaseTable,
  env: NodeJS.ProcessEnv,
  platform = ownPlatform(),
): PlannedDownload | undefined {
  const release: Release | { built: string } | undefined = table[name];
  if (release === undefined || 'built' in release) return undefined;
  const archive = release.archives[platform as Platform];
  if (archive === undefined) return undefined;
  const folder = `${name}-${release.version}-${keyOf(release, archive)}`;
  return { name, release, archive, target: join(toolchainDir(env), folder) };
}

/** Names tools with their versions, such as `pulumi 3.259.0, kubernetes 1.35.4`. */
export function namesOf(downloads: readonly PlannedDownload[]): string {
  return downloads.map(({ name, release }) => `${name} ${release.version}`).join(', ');
}
