// SPDX-License-Identifier: Apache-2.0
import { startBuildProgress } from './build-progress.ts';
import { buildTool } from './build-tool.ts';
import { toolchainDir } from './cache-dir.ts';
import { claim, clearDeadClaims } from './claim.ts';
import { checkDiskSpace, diskNeeds } from './disk-space.ts';
import type { GoEnvironment } from './go-environment.ts';
import { checkGoVersion } from './go-environment.ts';
import type { Report } from './progress.ts';
import { formatDuration, silentReport } from './progress.ts';
import type { ResolvedBinary, Toolchain } from './resolved-toolchain.ts';
import { toolchainOf } from './resolved-toolchain.ts';
import type { MissingTool } from './survey.ts';
import { lookUpInCache, survey } from './survey.ts';
import { codeOf, StoppedError, ToolchainError } from './toolchain-error.ts';
import type { ToolName } from './tools.ts';
import { toolsFor } from './tools.ts';

/** What {@link ensureToolchain} should see to. */
export interface EnsureOptions {
  /** @default the tools of `npm start` */
  readonly tools?: readonly ToolName[];
  /** @default process.env */
  readonly env?: NodeJS.ProcessEnv;
  /** @default nothing is shown */
  readonly report?: Report;
  /** Stops the build that is going on and removes what it left. */
  readonly signal?: AbortSignal;
  /** Free mebibytes where a folder is. @default what its file system says */
  readonly freeSpace?: (path: string) => Promise<number>;
}

interface Job {
  readonly missing: MissingTool;
  /** Such as `[3/12] kubernetes 1.35.4`. */
  readonly label: string;
  readonly go: GoEnvironment;
  readonly env: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly signal: AbortSignal | undefined;
}

/** Builds one tool, unless another process does it meanwhile. */
async function runJob(job: Job): Promise<readonly ResolvedBinary[]> {
  const { missing, label, report, signal } = job;
  const { source, target } = missing;
  const names = source.tool.binaries.map(({ name }) => name).join(', ');
  const minutes = Math.max(1, Math.round(source.tool.coldMinutes));
  const held = await claim(target, {
    isDone: async () => (await lookUpInCache(source, target)) !== undefined,
    onWait: (pid, seconds) =>
      report.status(`${label}: waiting for process ${pid}, which builds it (${seconds}s)`),
    ...(signal && { signal }),
  });
  if (held) {
    report.line(`${label}: building ${names} (about ${minutes} min)`);
    const progress = startBuildProgress(label, report);
    try {
      await buildTool({ ...job, claim: held, progress });
      report.line(`${label}: done in ${formatDuration(progress.elapsedMs())}`);
    } finally {
      progress.stop();
      await held.release();
    }
  } else {
    report.line(`${label}: built by another process`);
  }
  const resolved = await lookUpInCache(source, target);
  if (resolved) return resolved;
  throw new ToolchainError(`${target} vanished while it was being made; run again.`);
}

async function buildMissing(
  missing: readonly MissingTool[],
  go: GoEnvironment,
  options: Required<Pick<EnsureOptions, 'env' | 'report'>> & EnsureOptions,
): Promise<ResolvedBinary[]> {
  const { env, report, signal, freeSpace } = options;
  checkGoVersion(go);
  const binaries = toolchainDir(env);
  const needs = diskNeeds(
    missing.map(({ source }) => source.tool.footprint),
    { modules: go.moduleCache, objects: go.buildCache, binaries },
  );
  await checkDiskSpace(needs, freeSpace);
  const built: ResolvedBinary[] = [];
  for (const [index, one] of missing.entries()) {
    const { name, tool } = one.source;
    const label = `[${index + 1}/${missing.length}] ${name} ${tool.version}`;
    built.push(...(await runJob({ missing: one, label, go, env, report, signal })));
  }
  return built;
}

function summary(resolved: readonly ResolvedBinary[], built: number, begin: number): string {
  const count = (source: ResolvedBinary['source']) =>
    new Set(resolved.filter((one) => one.source === source).map(({ tool }) => tool)).size;
  const parts = [
    [count('path'), 'from PATH'],
    [count('cache') - built, 'from the cache'],
    [built, `built in ${formatDuration(Date.now() - begin)}`],
  ] as const;
  const told = parts.filter(([number]) => number > 0).map((part) => part.join(' '));
  return `Toolchain ready: ${told.join(', ')}.`;
}

/**
 * Sees to it that tools are there: each from PATH where its version is compatible, else from the
 * cache, else built by Go. May be killed at any time and run twice at once.
 *
 * @throws ToolchainError with a message to show as it is.
 */
export async function ensureToolchain(options: EnsureOptions = {}): Promise<Toolchain> {
  const { tools = toolsFor('start'), env = process.env, report = silentReport, signal } = options;
  const begin = Date.now();
  try {
    await clearDeadClaims(toolchainDir(env));
    const { resolved, missing, go } = await survey(tools, env);
    const built =
      missing.length > 0 && go ? await buildMissing(missing, go, { ...options, env, report }) : [];
    const all = [...resolved, ...built];
    report.line(summary(all, missing.length, begin));
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
