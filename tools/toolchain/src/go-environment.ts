// SPDX-License-Identifier: Apache-2.0
import { execFile } from 'node:child_process';
import { tmpdir } from 'node:os';
import { promisify } from 'node:util';
import { codeOf, messageOf, ToolchainError } from './toolchain-error.ts';
import { minimumGo } from './tools.ts';

/** What the machine's Go says about itself. */
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

/**
 * Asks the `go` on PATH for its version, its platform and its caches.
 *
 * @throws ToolchainError when there is no Go, or it does not answer.
 */
export async function readGoEnvironment(env: NodeJS.ProcessEnv): Promise<GoEnvironment> {
  const names = ['GOVERSION', 'GOHOSTOS', 'GOHOSTARCH', 'GOCACHE', 'GOMODCACHE', 'GOPROXY'];
  try {
    const { stdout } = await promisify(execFile)('go', ['env', '-json', ...names], {
      // Away from any go.mod, go.work or toolchain line that would change the answer.
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
    if (codeOf(error) === 'ENOENT') {
      throw new ToolchainError(`Go is missing: ${remedy}.`);
    }
    const [reason] = messageOf(error).trim().split('\n').slice(-1);
    throw new ToolchainError(`\`go env\` failed (${reason}): ${remedy}.`);
  }
}

/**
 * The environment of every Go command: static binaries for this machine from exactly the versions
 * in go.mod and go.sum, whatever GOFLAGS, GOOS or go.work the user has.
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

/**
 * Refuses a Go that is older than the go.mod files ask for.
 *
 * @throws ToolchainError
 */
export function checkGoVersion({ version }: GoEnvironment): void {
  const [, major, minor] = (/go(\d+)\.(\d+)/.exec(version) ?? []).map(Number);
  const isOld =
    major === undefined ||
    minor === undefined ||
    major < minimumGo.major ||
    (major === minimumGo.major && minor < minimumGo.minor);
  if (isOld) {
    throw new ToolchainError(`Go is too old: found ${version}, needed is ${needed}: ${remedy}.`);
  }
}
