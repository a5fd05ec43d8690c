// SPDX-License-Identifier: Apache-2.0
import type { CheckContext } from './check-context.ts';

/** Size and StorageClass of a volume that exists on the infra cluster. */
interface ExistingVolume {
  readonly className: string;
  readonly sizeGiB: number;
}

/**
 * Returns why an existing volume cannot grow; undefined if it can.
 *
 * @param what - the volume, as the message names it.
 */
export function growthProblem(
  what: string,
  { className, sizeGiB }: ExistingVolume,
  { platform }: CheckContext,
): string | undefined {
  const storage = platform.storageClasses.find(({ name }) => name === className);
  if (storage?.allowVolumeExpansion === true) return undefined;
  const [reason, fix] =
    storage === undefined
      ? [
          'which the infra cluster has no longer, so it cannot grow',
          'make the class again, with allowVolumeExpansion,',
        ]
      : ['whose volumes cannot grow (allowVolumeExpansion)', 'have the class allow it'];
  return (
    `${what} has ${sizeGiB} GiB in storage class "${className}", ${reason}; leave it at ${sizeGiB}, ` +
    `or ${fix} on the infra cluster`
  );
}
