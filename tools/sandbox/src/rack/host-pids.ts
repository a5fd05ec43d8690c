// SPDX-License-Identifier: Apache-2.0
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/**
 * Returns the process ids that the machine sees, by the ids in this process namespace. The rack
 * keeps the machine's /proc, which lists both for every process.
 *
 * @see https://man7.org/linux/man-pages/man5/proc_pid_status.5.html (NSpid)
 */
export function readHostPids(): Map<number, number> {
  const hostPids = new Map<number, number>();
  const ours = readlinkSync('/proc/self/ns/pid');
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    try {
      if (readlinkSync(`/proc/${entry}/ns/pid`) !== ours) continue;
      const ids = /^NSpid:\s+(.+)$/m.exec(readFileSync(`/proc/${entry}/status`, 'utf8'))?.[1];
      const innermost = ids?.split(/\s+/).at(-1);
      if (innermost !== undefined) hostPids.set(Number(innermost), Number(entry));
    } catch {
      // The process ended meanwhile, or belongs to somebody else.
    }
  }
  return hostPids;
}
