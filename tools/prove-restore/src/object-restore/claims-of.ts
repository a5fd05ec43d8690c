// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { keyOf } from './manifest.ts';
import type { BackupObject } from './manifest.ts';
import { reasonToLeaveOut } from './reason-to-leave-out.ts';
import type { LeaveOutContext } from './reason-to-leave-out.ts';

/** A claim of a backup whose volume was somewhere else. */
export interface BackupClaim {
  readonly key: string;
  readonly namespace: string;
  readonly name: string;
  /** Its volume on the infra cluster; undefined when it had none of the platform. */
  readonly volume?: string;
  /** Whether pods see it as a raw device. */
  readonly isBlock: boolean;
}

const claimSpec = z.object({
  volumeName: z.string().default(''),
  volumeMode: z.string().optional(),
});

/**
 * A handle is the name of a disk on the infra cluster. Tenants write others into volumes of their own, and
 * people copy what is printed into a shell.
 */
const volumeHandle = z.string().regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/);

const volumeSpec = z.object({
  csi: z.object({ driver: z.literal('csi.kubevirt.io'), volumeHandle }),
});

/** Returns the claims of a backup that somebody misses: those that nobody makes anew. */
export function claimsOf(
  objects: readonly BackupObject[],
  context: LeaveOutContext,
): readonly BackupClaim[] {
  const handles = new Map(
    objects.flatMap(({ label, manifest }) => {
      const spec = volumeSpec.safeParse(manifest.spec);
      if (label !== 'persistentvolumes' || !spec.success) return [];
      return [[manifest.metadata.name, spec.data.csi.volumeHandle]];
    }),
  );
  const kept = { ...context, isEmptyVolumes: true };
  return objects
    .filter(({ label }) => label === 'persistentvolumeclaims')
    .filter((one) => reasonToLeaveOut(one, kept) === undefined)
    .map(({ manifest }) => {
      const { name, namespace = '' } = manifest.metadata;
      const spec = claimSpec.parse(manifest.spec ?? {});
      const volume = handles.get(spec.volumeName);
      return {
        key: keyOf(manifest),
        namespace,
        name,
        isBlock: spec.volumeMode === 'Block',
        ...(volume !== undefined && { volume }),
      };
    });
}
