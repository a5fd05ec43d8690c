// SPDX-License-Identifier: Apache-2.0
import type { MachineCheck } from '@strata/toolchain';
import { execFileSync } from 'node:child_process';
import { totalmem } from 'node:os';

const gibibyte = 1024 ** 3;

/**
 * Memory that the sandbox, or the largest link step of a build, needs. A machine "with 4 GB"
 * reports a little less, so `bytes` is less than `told`.
 */
const neededMemory = { told: 4, bytes: 3.5 * gibibyte } as const;

/**
 * Returns the bytes of memory that this process may use: those of the machine, or of its container.
 */
function ownMemory(): number {
  // The limit is 0, or larger than the memory there is, where nothing limits the process.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Checks whether the memory is enough for the sandbox and for building tools. */
export function checkMemory(bytes = ownMemory()): MachineCheck {
  const { bytes: least, told } = neededMemory;
  const found = `${(bytes / gibibyte).toFixed(1)} GB, about ${told} GB are needed`;
  const fix = `give the machine, or the container, ${told} GB`;
  return { what: 'memory', found, ...(bytes < least && { fix }) };
}

/**
 * Checks whether git is installed.
 *
 * @param path - Folders to search, in the format of PATH.
 */
export function checkGit(path = process.env.PATH ?? ''): MachineCheck {
  try {
    const said = execFileSync('git', ['--version'], {
      encoding: 'utf8',
      env: { PATH: path },
      timeout: 10_000,
    });
    return { what: 'git', found: said.trim().replace(/^git version /, '') };
  } catch {
    return { what: 'git', found: 'missing', fix: 'install the package git' };
  }
}
