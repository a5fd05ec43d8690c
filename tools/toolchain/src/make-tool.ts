// SPDX-License-Identifier: Apache-2.0
import type { ToolSource } from './build-key.ts';
import type { BuildPace } from './build-pace.ts';
import { startBuildProgress } from './build-progress.ts';
import { buildTool } from './build-tool.ts';
import type { Claim } from './claim.ts';
import { claim } from './claim.ts';
import type { DownloadLimits } from './download-limits.ts';
import { megabytes, startDownloadProgress } from './download-progress.ts';
import { downloadTool } from './download-tool.ts';
import type { GoEnvironment } from './go-environment.ts';
import type { PlannedDownload } from './planned-download.ts';
import type { Report } from './progress.ts';
import { formatDuration } from './progress.ts';
import type { ResolvedBinary } from './resolved-toolchain.ts';
import { lookUpInCache } from './survey.ts';
import { ToolchainError } from './toolchain-error.ts';
import { toolPurposes } from './tool-purposes.ts';

/** Arguments for making one tool, whether it is downloaded or built. */
interface Job {
  readonly source: ToolSource;
  /** Such as `[3/12] kubernetes 1.35.4`. */
  readonly label: string;
  readonly env: NodeJS.ProcessEnv;
  readonly report: Report;
  readonly signal: AbortSignal | undefined;
}

/** Work of a process on a folder of the cache: with a claim on the folder, and without one. */
interface Work {
  /** Folder of the cache that is made. */
  readonly target: string;
  /** In the third person, such as `builds`. */
  readonly verb: string;
  readonly make: (held: Claim) => Promise<void>;
  /** Called when another process has made it meanwhile. */
  readonly onMade: (milliseconds: number) => Promise<void> | void;
}

/** Makes one tool, unless another process makes it meanwhile. */
async function makeOnce(job: Job, work: Work): Promise<readonly ResolvedBinary[]> {
  const { label, report, signal, source } = job;
  const { target, verb } = work;
  const begin = Date.now();
  const held = await claim(target, {
    isDone: async () => (await lookUpInCache(source, target)) !== undefined,
    onWait: (pid, seconds) =>
      report.status(`${label}: waiting for process ${pid}, which ${verb} it (${seconds}s)`),
    ...(signal && { signal }),
  });
  if (held) {
    try {
      await work.make(held);
    } finally {
      await held.release();
    }
  } else {
    await work.onMade(Date.now() - begin);
  }
  const resolved = await lookUpInCache(source, target);
  if (resolved) return resolved;
  throw new ToolchainError(`${target} vanished while it was being made; run again.`);
}

/** Downloads one tool, unless another process downloads it meanwhile. */
export async function makeDownload(
  job: Job & { readonly download: PlannedDownload; readonly limits: DownloadLimits },
): Promise<readonly ResolvedBinary[]> {
  const { download: planned, label, report, source } = job;
  const { archive, release, target } = planned;
  return makeOnce(job, {
    target,
    verb: 'downloads',
    make: async (held) => {
      const { host } = new URL(archive.url);
      report.line(`${label}, ${toolPurposes[source.name]}: downloading from ${host}`);
      const progress = startDownloadProgress(label, report);
      try {
        const bytes = await downloadTool({ ...job, planned, claim: held, progress });
        const took = formatDuration(progress.elapsedMs());
        const { algorithm, publisher } = release;
        report.line(
          `${label}: ${megabytes(bytes)} in ${took}, with the ${algorithm} that ${publisher} published`,
        );
      } finally {
        progress.stop();
      }
    },
    onMade: () => report.line(`${label}: downloaded by another process`),
  });
}

/** Builds one tool, unless another process builds it meanwhile. */
export async function makeBuild(
  job: Job & { readonly target: string; readonly go: GoEnvironment; readonly pace: BuildPace },
): Promise<readonly ResolvedBinary[]> {
  const { label, pace, report, source, target } = job;
  return makeOnce(job, {
    target,
    verb: 'builds',
    make: async (held) => {
      report.line(`${label}, ${toolPurposes[source.name]}: building (${pace.next()})`);
      const progress = startBuildProgress(label, report, (seconds) => pace.left(seconds));
      try {
        await buildTool({ ...job, claim: held, progress });
        const took = formatDuration(progress.elapsedMs());
        report.line(`${label}: done in ${took}; ${await pace.advance(progress.elapsedMs())}`);
      } finally {
        progress.stop();
      }
    },
    onMade: async (milliseconds) => {
      report.line(`${label}: built by another process`);
      await pace.advance(milliseconds);
    },
  });
}
