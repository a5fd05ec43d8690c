// SPDX-License-Identifier: Apache-2.0
import type { MachineCheck } from '@strata/toolchain';
import { execFileSync } from 'node:child_process';
import { totalmem } from 'node:os';

const gibibyte = 1024 ** 3;

/** What the sandbox, or the largest link of a build, takes; what a machine "with 4 GB" has of it. */
const neededMemory = { told: 4, bytes: 3.5 * gibibyte } as const;

/** Bytes that this process may use: those of the machine, or of its container. */
function ownMemory(): number {
  // 0, or more than there is, where nothing limits it.
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/** Whether the memory is enough for the sandbox and for building tools. */
export function checkMemory(bytes = ownMemory()): MachineCheck {
  const { bytes: least, told } = neededMemory;
  const found = `${(bytes / gibibyte).toFixed(1)} GB, about ${told} GB are needed`;
  const fix = `give the machine, or the container, ${told} GB`;
  return { what: 'memory', found, ...(bytes < least && { fix }) };
}

/**
 * Whether there is a git.
 *
 * @param path - like PATH.
 */
export function checkGit(path = process.env.PATH ?? ''): MachineCheck {
  try {
    const said = execFileSync('git', ['--version'], {
      ...{ encoding: 'utf8', env: { PATH: path }, timeout: 10_000 },
    });
    return { what: 'git', found: said.trim().replace(/^git version /, '') };
  } catch {
    return { what: 'git', found: 'missing', fix: 'install the package git' };
  }
}
