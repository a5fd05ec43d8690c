// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import type { MachineCheck } from './machine-check.ts';
import { codeOf, messageOf, ToolchainError } from './toolchain-error.ts';
import { minimumGo } from './tools.ts';

/** Settings that the machine's Go reports about itself. */
export interface GoEnvironment {
  /** Such as `go1.26.8`. */
  readonly version: string;
  readonly os: string;
  readonly arch: string;
  readonly buildCache: string;
  readonly moduleCache: string;
  readonly proxy: string;
}

const needed = `Go ${minimumGo.major}.${minimumGo.minor}`;
const remedy = `install ${needed} or newer (https://go.dev/dl) and put its bin folder first on PATH`;

/** Reason why the machine's Go cannot be used: what was found, and a sentence about it. */
interface GoProblem {
  readonly found: string;
  readonly sentence: string;
}

async function askGo(env: NodeJS.ProcessEnv): Promise<GoEnvironment | GoProblem> {
  const names = ['GOVERSION', 'GOHOSTOS', 'GOHOSTARCH', 'GOCACHE', 'GOMODCACHE', 'GOPROXY'];
  try {
    const { stdout } = await promisify(execFile)('go', ['env', '-json', ...names], {
      // Runs outside the repository, because a go.mod, go.work or toolchain line would change the
      // answer.
      cwd: tmpdir(),
      env: { ...env, GOTOOLCHAIN: 'local', GOWORK: 'off' },
      timeout: 30_000,
    });
    const found = JSON.parse(stdout) as Partial<Record<string, string>>;
    return {
      version: found.GOVERSION ?? '',
      os: found.GOHOSTOS ?? '',
      arch: found.GOHOSTARCH ?? '',
      buildCache: found.GOCACHE ?? '',
      moduleCache: found.GOMODCACHE ?? '',
      proxy: found.GOPROXY ?? '',
    };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return { found: 'missing', sentence: 'Go is missing' };
    const [reason] = messageOf(error).trim().split('\n').slice(-1);
    const found = `\`go env\` failed (${reason})`;
    return { found, sentence: found };
  }
}

/**
 * Asks the `go` on PATH for its version, its platform and its caches.
 *
 * @throws ToolchainError when there is no Go, or it does not answer.
 */
export async function readGoEnvironment(env: NodeJS.ProcessEnv): Promise<GoEnvironment> {
  const go = await askGo(env);
  if ('sentence' in go) throw new ToolchainError(`${go.sentence}: ${remedy}.`);
  return go;
}

/**
 * Checks whether the `go` on PATH can build the tools.
 *
 * @returns what was found, with the fix if it is wrong, and what Go reports about itself if it can
 * be used.
 */
export async function checkGo(
  env: NodeJS.ProcessEnv,
): Promise<{ readonly check: MachineCheck; readonly go?: GoEnvironment }> {
  const go = await askGo(env);
  const problem = 'sentence' in go ? go : ageProblem(go);
  if (problem !== undefined) return { check: { what: 'Go', found: problem.found, fix: remedy } };
  const usable = go as GoEnvironment;
  return { check: { what: 'Go', found: usable.version }, go: usable };
}

/**
 * Returns the environment of every Go command. It makes Go build static binaries for this machine
 * from exactly the versions in go.mod and go.sum, whatever GOFLAGS, GOOS or go.work the user has
 * set.
 *
 * @param cgo - Whether parts of the program are in C.
 */
export function goCommandEnv(
  env: NodeJS.ProcessEnv,
  go: GoEnvironment,
  cgo = false,
): NodeJS.ProcessEnv {
  return {
    ...env,
    CGO_ENABLED: cgo ? '1' : '0',
    GO111MODULE: 'on',
    GOARCH: go.arch,
    GOFLAGS: '-mod=readonly -buildvcs=false',
    GOOS: go.os,
    GOTOOLCHAIN: 'local',
    GOWORK: 'off',
  };
}

function ageProblem({ version }: GoEnvironment): GoProblem | undefined {
  const [, major, minor] = (/go(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  const isOld =
    major === undefined ||
    minor === undefined ||
    major < minimumGo.major ||
    (major === minimumGo.major && minor < minimumGo.minor);
  if (!isOld) return undefined;
  return {
    found: `${version}, which is older than ${needed}`,
    sentence: `Go is too old: found ${version}, needed is ${needed}`,
  };
}

/**
 * Refuses a Go that is older than the go.mod files ask for.
 *
 * @throws ToolchainError naming both versions.
 */
export function checkGoVersion(go: GoEnvironment): void {
  const problem = ageProblem(go);
  if (problem !== undefined) throw new ToolchainError(`${problem.sentence}: ${remedy}.`);
}
