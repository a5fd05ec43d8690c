// SPDX-License-Identifier: Apache-2.0
import { createWriteStream } from 'node:fs';
import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { finished } from 'node:stream/promises';
import type { ToolSource } from './build-key.ts';
import { buildFlags, patchNames, tagFlags } from './build-key.ts';
import type { BuildProgress } from './build-progress.ts';
import type { Claim } from './claim.ts';
import { explainFailure } from './go-failure.ts';
import { goCommandEnv, type GoEnvironment } from './go-environment.ts';
import { installFolder } from './install-folder.ts';
import { writeOrigin } from './origin.ts';
import type { GoResult } from './run-go.ts';
import { runGo } from './run-go.ts';
import { moduleFolderQuery, patchModule } from './patch-module.ts';
import { isExecutable } from './path-lookup.ts';
import { ToolchainError } from './toolchain-error.ts';

/** Milliseconds that the download of a large module may take without any output from Go. */
const downloadSilenceMs = 15 * 60_000;
/**
 * Milliseconds that the largest package or the last binary may take on a slow machine without any
 * output.
 */
const compileSilenceMs = 30 * 60_000;

/** Everything that one build needs to know. */
export interface Build {
  readonly source: ToolSource;
  /** Folder of the cache for its binaries. */
  readonly target: string;
  readonly go: GoEnvironment;
  readonly env: NodeJS.ProcessEnv;
  readonly claim: Claim;
  readonly progress: BuildProgress;
  readonly signal?: AbortSignal | undefined;
}

/** Returns a function that runs Go commands of one build and explains the first that fails. */
function goRunner(build: Build, logPath: string) {
  const { source, target, go, claim, progress, signal } = build;
  const { name, tool } = source;
  const log = createWriteStream(logPath);
  // On a full disk the log may be cut off; the build's own error reports the full disk.
  log.on('error', () => undefined);
  const run = async (silenceMs: number, ...args: string[]): Promise<string> => {
    const result: GoResult = await runGo({
      args,
      cwd: join(claim.folder, 'src'),
      // A killed Go leaves its work files in the claim's folder, which the next run removes.
      env: { ...goCommandEnv(build.env, go, tool.cgo), GOTMPDIR: join(claim.folder, 'tmp') },
      log,
      onLine: progress.onLine,
      signal,
      silenceMs,
    });
    if (result.isOk) return result.stdout.trim();
    const folders = [dirname(target), go.buildCache, go.moduleCache];
    throw new ToolchainError(
      explainFailure(result, {
        tool: `${name} ${tool.version}`,
        proxy: go.proxy,
        folders,
        log: logPath,
      }),
    );
  };
  const close = async () => {
    log.end();
    await finished(log).catch(() => undefined);
  };
  return { run, close };
}

type Run = ReturnType<typeof goRunner>['run'];

/**
 * Copies the sources into the claim's folder. The build never writes to the repository, which may
 * even change meanwhile.
 */
async function layOut({ source, claim }: Build): Promise<void> {
  for (const folder of ['src', 'tmp', 'out', 'bin']) await mkdir(join(claim.folder, folder));
  for (const { name, content } of source.files) {
    const path = join(claim.folder, 'src', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  }
}

async function prepareEmbeds({ source, claim }: Build, run: Run): Promise<void> {
  for (const { package: path, from, to } of source.tool.embeds ?? []) {
    const folder = await run(downloadSilenceMs, 'list', '-f', '{{.Dir}}', path);
    await copyFile(join(folder, from), join(claim.folder, 'src', to));
  }
}

/** Builds from a patched copy of the tool's module, if its folder has patches. */
async function applyPatches({ claim, env, source }: Build, run: Run): Promise<void> {
  const src = join(claim.folder, 'src');
  const { tool } = source;
  const patches = patchNames(source).map((name) => join(src, name));
  if (patches.length === 0) return;
  const from = await run(downloadSilenceMs, ...moduleFolderQuery(tool));
  await patchModule({ from, to: join(src, 'patched'), patches, env });
  await run(downloadSilenceMs, 'mod', 'edit', `-replace=${tool.module.path}=./patched`);
}

async function compile(build: Build, run: Run): Promise<void> {
  const { tool } = build.source;
  const packages = tool.binaries.map((binary) => binary.package);
  // Downloads missing modules first, so that network problems show before anything is compiled.
  const dependencies = await run(
    downloadSilenceMs,
    'list',
    '-deps',
    ...tagFlags(tool),
    ...packages,
  );
  build.progress.setTotal(dependencies.split('\n').length);
  const out = join(build.claim.folder, 'out');
  const flags = ['-v', ...buildFlags(tool), `-o=${out}/`];
  await run(compileSilenceMs, 'build', ...flags, ...packages);
}

/** Gives the binaries their names and moves them into place all at once. */
async function install({ claim, go, source, target }: Build): Promise<void> {
  const { name: toolName, tool } = source;
  for (const { name, builtAs = name } of tool.binaries) {
    const built = join(claim.folder, 'out', builtAs);
    if (!(await isExecutable(built))) {
      throw new ToolchainError(`Building ${toolName} ${tool.version} did not yield ${builtAs}.`);
    }
    await rename(built, join(claim.folder, 'bin', name));
  }
  await writeOrigin(join(claim.folder, 'bin'), { origin: 'built', go: go.version });
  await installFolder(claim, target);
}

/**
 * Builds one tool inside its claim and moves the binaries to the tool's cache folder.
 *
 * @throws ToolchainError explaining what Go could not do; the signal's reason when it is aborted.
 */
export async function buildTool(build: Build): Promise<void> {
  const { target } = build;
  const logs = join(dirname(target), 'logs');
  await mkdir(logs, { recursive: true });
  const { run, close } = goRunner(build, join(logs, `${basename(target)}.log`));
  try {
    await layOut(build);
    await prepareEmbeds(build, run);
    await applyPatches(build, run);
    await compile(build, run);
  } finally {
    await close();
  }
  await install(build);
}
