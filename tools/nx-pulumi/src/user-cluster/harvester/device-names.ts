// SPDX-License-Identifier: Apache-2.0
import type { Source } from '../translate/source.ts';

/** Buses of disks and models of interfaces that machines can have: `bus` and `model` of a cluster's file. */
export const deviceNames = {
  bus: ['virtio', 'scsi', 'sata'],
  model: ['virtio', 'e1000e', 'e1000', 'rtl8139'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** Returns the name of a device; undefined, and not read, where no machine can have it. */
export function deviceAt(
  source: Source,
  path: string,
  kind: keyof typeof deviceNames,
): string | undefined {
  const names: readonly unknown[] = deviceNames[kind];
  const said = source.peek(path);
  return said === undefined || said === '' || names.includes(said) ? source.text(path) : undefined;
}
