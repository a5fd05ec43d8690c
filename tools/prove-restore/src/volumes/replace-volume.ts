// SPDX-License-Identifier: Apache-2.0
import { parseQuantity } from '@strata/contracts/quantity';
import type { Tell } from '../progress.ts';
import { ProveError } from '../prove-error.ts';
import { until } from '../restore/wait.ts';
import type { Patience } from '../restore/wait.ts';
import { copyOf } from './infra-volumes.ts';
import type { InfraVolumes } from './infra-volumes.ts';
import type { PlannedVolume } from './plan-volumes.ts';
import type { TenantVolumes } from './tenant-volumes.ts';

/** Everything that one restore works with. */
export interface Work {
  readonly infra: InfraVolumes;
  readonly tenant: TenantVolumes;
  readonly patience: Patience;
  readonly tell: Tell;
  /** Whether what the volumes have now is not kept. */
  readonly isDiscarded: boolean;
}

/** Minutes in which the storage takes a snapshot, or lets go of a volume. */
const shortMinutes = 10;

/** Minutes in which a volume is made from a snapshot: some storage copies it. */
const makeMinutes = 60;

/** Phases of a DataVolume that is filled when a machine uses it. */
const waits = new Set(['WaitForFirstConsumer', 'PendingPopulation']);

/** Returns the larger of two sizes. */
function larger(one: string, other: string | undefined): string {
  if (other === undefined) return one;
  return (parseQuantity(other) ?? 0) > (parseQuantity(one) ?? 0) ? other : one;
}

/** Keeps what a volume has now, as a snapshot beside those of backups. */
async function keepFormer(
  { name, snapshot }: PlannedVolume,
  former: string,
  { infra, patience, tell }: Work,
): Promise<void> {
  const kept = `${name}.${former}`;
  const find = async () => (await infra.snapshots()).find((one) => one.name === kept);
  tell(`${name}: taking a snapshot of what it has now`);
  if ((await find()) === undefined) await infra.keep(snapshot, former);
  try {
    await until(`the snapshot ${kept} is ready`, shortMinutes, patience, async () => {
      const found = await find();
      if (found?.error !== undefined && !found.isReady) tell(`${name}: ${found.error}`);
      return found?.isReady === true ? true : undefined;
    });
  } catch (error) {
    if (!(error instanceof ProveError)) throw error;
    await infra.drop(kept);
    await infra.release([name]);
    throw new ProveError(
      `${error.message} Nothing of ${name} is changed. If the storage can take no snapshot of it, --discard restores without one: what it has now is lost then.`,
    );
  }
}

/** Waits until the data of a snapshot is in a claim that the removal of the volume leaves. */
async function makeCopy(
  { name, snapshot }: PlannedVolume,
  former: string,
  size: string,
  { infra, patience, tell }: Work,
): Promise<void> {
  const copy = copyOf(name);
  tell(`${name}: copying ${snapshot.name} to ${copy}`);
  if ((await infra.volume(copy)) === undefined) await infra.makeCopy({ snapshot, former, size });
  await until(`${copy}, a copy of the snapshot, is made`, makeMinutes, patience, async () =>
    (await infra.volume(copy))?.phase === 'Succeeded' ? true : undefined,
  );
}

/**
 * Replaces a volume by a copy of a snapshot, or goes on with that. The volume is removed only when the copy
 * is there: on some storage, snapshots end with their volume.
 *
 * @param former - run of the snapshots of what volumes had.
 * @returns whether the volume is filled; if not, it is when a machine uses it.
 */
export async function replaceVolume(
  planned: PlannedVolume,
  former: string,
  work: Work,
): Promise<boolean> {
  const { infra, isDiscarded, patience, tell } = work;
  const { isRemade, name, snapshot, tenant } = planned;
  const copy = copyOf(name);
  if (!isRemade) {
    const present = await infra.claimSize(name);
    await infra.hold(snapshot.name, former);
    if (present !== undefined && !isDiscarded) await keepFormer(planned, former, work);
    // A volume that has grown since stays as large as its claim says.
    await makeCopy(planned, former, larger(snapshot.size ?? '0', present ?? tenant?.size), work);
    tell(`${name}: removing it`);
    await infra.remove(name);
    await until(
      `the volume ${name} is gone; does a pod use it again?`,
      shortMinutes,
      patience,
      async () =>
        (await infra.volume(name)) === undefined && (await infra.claimSize(name)) === undefined
          ? true
          : undefined,
    );
    // The claim of the copy has the size, also when somebody has killed the run that knew it.
    const size = (await infra.claimSize(copy)) ?? snapshot.size ?? '0';
    await infra.make({ snapshot, former, size });
  }
  tell(`${name}: making it from ${copy}`);
  const phase = await until(`the volume ${name} is made`, makeMinutes, patience, async () => {
    const made = (await infra.volume(name))?.phase ?? '';
    return made === 'Succeeded' || waits.has(made) ? made : undefined;
  });
  if (phase !== 'Succeeded') return false;
  await infra.remove(copy);
  return true;
}
