// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import { buildCost } from './build-costs.ts';
import { cacheName } from './build-key.ts';
import { BuildPace } from './build-pace.ts';
import { toolchainDir } from './cache-dir.ts';
import type { FreeSpace } from './disk-space.ts';
import { checkDiskSpace } from './disk-space.ts';
import { announceDownloads } from './announce-downloads.ts';
import { DownloadError } from './download-error.ts';
import type { DownloadLimits } from './download-limits.ts';
import { usualLimits } from './download-limits.ts';
import type { GoEnvironment } from './go-environment.ts';
import { checkGoVersion, readGoEnvironment } from './go-environment.ts';
import { makeBuild, makeDownload } from './make-tool.ts';
import type { PlannedDownload } from './planned-download.ts';
import type { Report } from './progress.ts';
import type { ReleaseTable } from './release-types.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';
import { needsOf } from './run-needs.ts';
import type { MissingTool, Survey } from './survey.ts';
import { ToolchainError } from './toolchain-error.ts';
import { toolsMode } from './tools-mode.ts';

/** Options for making tools. */
export interface WorkshopOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly releases: ReleaseTable;
  readonly report: Report;
  readonly signal?: AbortSignal;
  /** @default reads the free space of the file systems */
  readonly freeSpace?: FreeSpace;
  /** @default the cores of the machine */
  readonly cores?: number;
  /** @default 30 s without a byte, 20 minutes in all */
  readonly limits?: DownloadLimits;
}

/** Makes tools, one after the other. */
export interface Workshop {
  /**
   * Downloads a tool if that is planned for it.
   *
   * @returns undefined for a tool that has to be built, because a download was not planned or has
   * failed.
   * @throws ToolchainError when it has failed and STRATA_TOOLS is `download`.
   */
  readonly download: (
    missing: MissingTool,
    label: string,
  ) => Promise<readonly ResolvedBinary[] | undefined>;
  readonly build: (missing: MissingTool, label: string) => Promise<readonly ResolvedBinary[]>;
}

/** Requirements of builds: a Go that is new enough, and the pace of this machine. */
interface Yard {
  readonly go: GoEnvironment;
  readonly pace: BuildPace;
}

/**
 * Checks what making the missing tools needs, before anything is made, and announces it.
 *
 * @throws ToolchainError when a Go that is needed is too old, or a disk is too full.
 */
export async function openWorkshop(
  { go, missing, unbuilt }: Survey,
  options: WorkshopOptions,
): Promise<Workshop> {
  const { cores, env, freeSpace, limits = usualLimits, releases, report, signal } = options;
  const isStrict = toolsMode(env) === 'download';
  const downloads = missing.flatMap(({ download }): PlannedDownload[] =>
    download === undefined ? [] : [download],
  );
  const builds = missing.filter(({ download }) => download === undefined);
  const others = new Set(unbuilt);
  const costOf = ({ source }: MissingTool) => buildCost(source.name, [...others], releases);
  const costs = builds.map(costOf);
  let done = 0;
  if (go && builds.length > 0) checkGoVersion(go);
  const needs = needsOf({ costs, downloads, caches: go, env });
  await checkDiskSpace(needs, freeSpace);
  const paceOf = (of: typeof costs) => BuildPace.begin({ tools: of, needs, freeSpace, cores });
  let yard: Yard | undefined = go && { go, pace: await paceOf(costs) };
  if (downloads.length > 0) report.line(announceDownloads(downloads, isStrict));
  if (yard && builds.length > 0) report.line(yard.pace.announcement);

  /** Prepares a build that was not planned. */
  async function insert(one: MissingTool): Promise<void> {
    const found = yard?.go ?? (await readGoEnvironment(env));
    checkGoVersion(found);
    others.delete(one.source.name);
    builds.splice(done, 0, one);
    const [cost, ...later] = builds.slice(done).map(costOf);
    if (cost === undefined) return;
    await checkDiskSpace(needsOf({ costs: [cost], downloads: [], caches: found, env }), freeSpace);
    yard ??= { go: found, pace: await paceOf([]) };
    yard.pace.replan([cost, ...later]);
  }

  return {
    download: async (one, label) => {
      if (one.download === undefined) return undefined;
      const { source, download } = one;
      try {
        return await makeDownload({ source, download, label, env, limits, report, signal });
      } catch (error) {
        if (!(error instanceof DownloadError)) throw error;
        if (isStrict) throw new ToolchainError(refusal(one, error));
        report.line(`${label}: not downloaded, so it is built: ${error.message}.`);
        await insert(one);
        return undefined;
      }
    },
    build: async ({ source, target }, label) => {
      if (yard === undefined) throw new Error(`${label}: no Go was asked for`);
      const folder = target ?? join(toolchainDir(env), cacheName(source, yard.go));
      done += 1;
      return makeBuild({ source, target: folder, label, env, report, signal, ...yard });
    },
  };
}

function refusal({ source: { name, tool } }: MissingTool, { message }: DownloadError): string {
  return (
    `${name} ${tool.version} was not downloaded: ${message}. STRATA_TOOLS is "download", so it is ` +
    'not built instead; set STRATA_TOOLS=auto to have it built.'
  );
}
