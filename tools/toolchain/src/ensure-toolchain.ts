// SPDX-License-Identifier: Apache-2.0
import { BuildPace } from './build-pace.ts';
import { startBuildProgress } from './build-progress.ts';
import { buildTool } from './build-tool.ts';
import { toolchainDir } from './cache-dir.ts';
import { claim, clearDeadClaims } from './claim.ts';
import { checkDiskSpace, diskNeeds } from './disk-space.ts';
import type { FreeSpace } from './disk-space.ts';
import type { GoEnvironment } from './go-environment.ts';
import { checkGoVersion } from './go-environment.ts';
import type { Report } from './progress.ts';
import { formatDuration, silentReport } from './progress.ts';
import type { ResolvedBinary, Toolchain } from './resolved-toolchain.ts';
import { toolchainOf } from './resolved-toolchain.ts';
import type { MissingTool } from './survey.ts';
import { lookUpInCache, survey } from './survey.ts';
import { codeOf, StoppedError, ToolchainError } from './toolchain-error.ts';
import { toolPurposes } from './tool-purposes.ts';
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
  /** Stops the running build and removes what it left. */
  readonly signal?: AbortSignal;
  /** Returns the free mebibytes where a folder is. @default reads them from its file system */
  readonly freeSpace?: FreeSpace;
  /** Cores that builds may use. @default the cores of the machine */
  readonly cores?: number;
  /** Called only if one of its tools has to be built. @default none */
  readonly milestone?: Milestone;
}

/** Some of the tools, and work to do as soon as all of them are available. */
export interface Milestone {
  readonly tools: readonly ToolName[];
  /**
   * Called when the tools are available; the remaining tools are built after its promise resolves.
   */
  readonly reached: (toolchain: Toolchain) => Promise<void>;
}

interface Job {
  readonly missing: MissingTool;
  /** Such as `[3/12] kubernetes 1.35.4`. */
  readonly label: string;
  readonly go: GoEnvironment;
  readonly env: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly signal: AbortSignal | undefined;
  readonly pace: BuildPace;
}

/** Builds one tool, unless another process builds it meanwhile. */
async function runJob(job: Job): Promise<readonly ResolvedBinary[]> {
  const { missing, label, pace, report, signal } = job;
  const { source, target } = missing;
  const begin = Date.now();
  const held = await claim(target, {
    isDone: async () => (await lookUpInCache(source, target)) !== undefined,
    onWait: (pid, seconds) =>
      report.status(`${label}: waiting for process ${pid}, which builds it (${seconds}s)`),
    ...(signal && { signal }),
  });
  if (held) {
    report.line(`${label}, ${toolPurposes[source.name]}: building (${pace.next()})`);
    const progress = startBuildProgress(label, report, (seconds) => pace.left(seconds));
    try {
      await buildTool({ ...job, claim: held, progress });
      const took = formatDuration(progress.elapsedMs());
      report.line(`${label}: done in ${took}; ${await pace.advance(progress.elapsedMs())}`);
    } finally {
      progress.stop();
      await held.release();
    }
  } else {
    report.line(`${label}: built by another process`);
    await pace.advance(Date.now() - begin);
  }
  const resolved = await lookUpInCache(source, target);
  if (resolved) return resolved;
  throw new ToolchainError(`${target} vanished while it was being made; run again.`);
}

/** Tools to build, and binaries that are there already. */
interface Work {
  readonly missing: readonly MissingTool[];
  readonly resolved: readonly ResolvedBinary[];
  readonly go: GoEnvironment;
}

async function buildMissing(
  { go, missing, resolved }: Work,
  options: Required<Pick<EnsureOptions, 'env' | 'report'>> & EnsureOptions,
): Promise<ResolvedBinary[]> {
  const { cores, env, freeSpace, milestone, report, signal } = options;
  checkGoVersion(go);
  const sources = missing.map(({ source }) => source);
  const needs = diskNeeds(
    sources.map(({ tool }) => tool.footprint),
    { modules: go.moduleCache, objects: go.buildCache, binaries: toolchainDir(env) },
  );
  await checkDiskSpace(needs, freeSpace);
  const pace = await BuildPace.begin({
    tools: sources.map(({ tool }) => tool),
    needs,
    freeSpace,
    cores,
  });
  report.line(pace.announcement);
  const built: ResolvedBinary[] = [];
  for (const [index, one] of missing.entries()) {
    const { name, tool } = one.source;
    const label = `[${index + 1}/${missing.length}] ${name} ${tool.version}`;
    built.push(...(await runJob({ missing: one, label, go, env, report, signal, pace })));
    if (milestone !== undefined && isLastOf(milestone, name, missing.slice(index + 1))) {
      await milestone.reached(toolchainOf([...resolved, ...built]));
    }
  }
  return built;
}

/**
 * Returns whether the tool that was just built belongs to a milestone and none of the tools still
 * to build does.
 */
function isLastOf({ tools }: Milestone, name: ToolName, behind: readonly MissingTool[]): boolean {
  return tools.includes(name) && !behind.some(({ source }) => tools.includes(source.name));
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
 * Makes tools available: takes each from PATH where its version is compatible, else from the cache,
 * else builds it with Go. The process may be killed at any time, and two may run at once.
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
      missing.length > 0 && go
        ? await buildMissing({ missing, resolved, go }, { ...options, env, report })
        : [];
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
