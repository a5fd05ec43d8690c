// SPDX-License-Identifier: Apache-2.0
import { toolchainDir } from './cache-dir.ts';
import { clearDeadClaims } from './claim.ts';
import type { FreeSpace } from './disk-space.ts';
import type { DownloadLimits } from './download-limits.ts';
import type { Made } from './make-missing.ts';
import { makeMissing } from './make-missing.ts';
import type { Milestone } from './milestone.ts';
import type { Report } from './progress.ts';
import { formatDuration, silentReport } from './progress.ts';
import type { ReleaseTable } from './release-types.ts';
import { releases as releaseTable } from './releases.ts';
import type { ResolvedBinary, Toolchain } from './resolved-toolchain.ts';
import { toolchainOf } from './resolved-toolchain.ts';
import { survey } from './survey.ts';
import { codeOf, messageOf, StoppedError, ToolchainError } from './toolchain-error.ts';
import type { ToolName } from './tools.ts';
import { toolsFor } from './tools.ts';

/** Options of {@link ensureToolchain}. */
export interface EnsureOptions {
  /** @default the tools of `npm start` */
  readonly tools?: readonly ToolName[];
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default shows nothing */
  readonly report?: Report;
  /** Stops the running build or download and removes what it left. */
  readonly signal?: AbortSignal;
  /** Returns the free mebibytes where a folder is. @default reads them from its file system */
  readonly freeSpace?: FreeSpace;
  /** Cores that builds may use. @default the cores of the machine */
  readonly cores?: number;
  /** Called only if one of its tools has to be made. @default none */
  readonly milestone?: Milestone;
  /** @default the table of releases */
  readonly releases?: ReleaseTable;
  /** How long a download may take. @default 30 s without a byte, 20 minutes in all */
  readonly limits?: DownloadLimits;
}

function summary(resolved: readonly ResolvedBinary[], made: Made, begin: number): string {
  const count = (source: ResolvedBinary['source']) =>
    new Set(resolved.filter((one) => one.source === source).map(({ tool }) => tool)).size;
  const { built, downloaded } = made;
  const parts = [
    [count('path'), 'from PATH'],
    [count('cache'), 'from the cache'],
    [downloaded, 'downloaded'],
    [built, 'built'],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map((part) => part.join(' '));
  const took = built + downloaded > 0 ? ` in ${formatDuration(Date.now() - begin)}` : '';
  return `Toolchain ready: ${told.join(', ')}${took}.`;
}

const unwritable: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS', 'ENOTDIR'];

/** Makes the folder that tools are kept in, and removes from it what killed processes left. */
async function makeCache(env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await clearDeadClaims(toolchainDir(env));
  } catch (error) {
    if (!unwritable.includes(codeOf(error))) throw error;
    throw new ToolchainError(
      `${messageOf(error)}: set STRATA_CACHE_DIR to a folder that you may write to, and run again.`,
    );
  }
}

/**
 * Makes tools available: takes each from PATH where its version is compatible, else from the cache,
 * else downloads it where the table of releases has its hash, else builds it with Go. A download
 * that fails is a build, unless STRATA_TOOLS is `download`. The process may be killed at any time,
 * and two may run at once.
 *
 * @throws ToolchainError with a message to show as it is.
 */
export async function ensureToolchain(options: EnsureOptions = {}): Promise<Toolchain> {
  const { tools = toolsFor('start'), env = process.env, report = silentReport, signal } = options;
  const begin = Date.now();
  try {
    await makeCache(env);
    const { releases = releaseTable } = options;
    const found = await survey(tools, env, releases);
    const made = await makeMissing(found, { ...options, env, releases, report });
    report.line(summary(found.resolved, made, begin));
    const all = [...found.resolved, ...made.binaries];
    return toolchainOf(all);
  } catch (error) {
    if (signal?.aborted) throw new StoppedError();
    if (codeOf(error) === 'ENOSPC') {
      throw new ToolchainError(
        `The disk with ${toolchainDir(env)} is full; free some space, or set STRATA_CACHE_DIR ` +
          'to a larger disk, and run again.',
      );
    }
    throw error;
  }
}
