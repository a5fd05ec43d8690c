// SPDX-License-Identifier: Apache-2.0
import { ProveError } from '../prove-error.ts';
import type { VolumesQuestion } from './command-line.ts';
import { copyOf } from './infra-volumes.ts';
import type { FoundSnapshot, FoundVolume } from './infra-volumes.ts';
import type { TenantVolume } from './tenant-volumes.ts';

/** Beginning of the run of snapshots that a restore takes first. */
export const formerRun = 'before-restore';

/** One volume and the snapshot that replaces its data. */
export interface PlannedVolume {
  readonly name: string;
  /** As the user cluster knows it; undefined when its claim is gone. */
  readonly tenant: TenantVolume | undefined;
  readonly snapshot: FoundSnapshot;
  /** Whether a restore from this snapshot has not ended. */
  readonly isBegun: boolean;
  /** Whether the volume is already that of a restore that has not ended: it is not removed once more. */
  readonly isRemade: boolean;
  /** Who is in the way: pods, nodes and machines. */
  readonly users: readonly string[];
}

/** The volumes that are restored, and those that are not. */
export interface VolumesPlan {
  readonly volumes: readonly PlannedVolume[];
  /** Volumes of the user cluster without a snapshot. */
  readonly without: readonly TenantVolume[];
  /** Volumes with a snapshot, whose claim is gone. */
  readonly gone: readonly FoundSnapshot[];
}

/** Facts that a plan is made of. */
export interface VolumeFacts {
  readonly tenants: readonly TenantVolume[];
  /** The newest first. */
  readonly snapshots: readonly FoundSnapshot[];
  /** Machines that have each volume. */
  readonly machines: ReadonlyMap<string, readonly string[]>;
  /** As they are now, with copies of snapshots. */
  readonly volumes: ReadonlyMap<string, FoundVolume>;
}

/** Returns a claim as people name it, and its volume. */
export function titleOf(name: string, tenant: TenantVolume | undefined): string {
  const claim = tenant?.claim;
  return claim === undefined ? name : `${claim.namespace}/${claim.name} (${name})`;
}

function usersOf(name: string, tenant: TenantVolume | undefined, { machines }: VolumeFacts) {
  const pods = (tenant?.pods ?? []).map((pod) => `pod ${pod}`);
  if (pods.length > 0) return pods;
  const nodes = (tenant?.nodes ?? []).map((node) => `node ${node}`);
  return nodes.length > 0 ? nodes : (machines.get(name) ?? []).map((one) => `machine ${one}`);
}

function nameOf(wanted: string, { snapshots, tenants }: VolumeFacts): string {
  const byClaim = tenants.find(
    ({ claim }) => claim !== undefined && `${claim.namespace}/${claim.name}` === wanted,
  );
  if (byClaim !== undefined) return byClaim.handle;
  if (tenants.some(({ handle }) => handle === wanted)) return wanted;
  if (snapshots.some(({ volume }) => volume === wanted)) return wanted;
  throw new ProveError(
    wanted.includes('/')
      ? `No volume belongs to the claim ${wanted}. Is the claim gone? --all --preview lists the snapshots of such volumes; name the volume, and a new claim by --as.`
      : `There is neither a volume ${wanted} nor a snapshot of one.`,
  );
}

/** Whether a restore that has not ended has made this volume. */
function isRemade(name: string, { snapshots, volumes }: VolumeFacts): boolean {
  const { restoredBy, restoredFrom } = volumes.get(name) ?? {};
  const from = snapshots.find((one) => one.name === restoredFrom);
  return restoredBy !== undefined && from?.hold === restoredBy;
}

/** Returns the snapshot of a restore that has not ended. */
function begunFrom(name: string, title: string, facts: VolumeFacts): FoundSnapshot | undefined {
  const { snapshots, volumes } = facts;
  const copy = volumes.get(copyOf(name))?.restoredFrom;
  const begun = copy ?? (isRemade(name, facts) ? volumes.get(name)?.restoredFrom : undefined);
  if (begun === undefined) return undefined;
  const found = snapshots.find((one) => one.name === begun);
  if (found !== undefined) return found;
  throw new ProveError(
    `${title}: its restore from ${begun} has not ended, and this snapshot is gone. The DataVolume ${copyOf(name)} is a copy of it; a restore from another snapshot needs that deleted.`,
  );
}

/**
 * Returns what a restore would do.
 *
 * @throws ProveError when a volume that was named cannot be restored.
 */
export function planVolumes(
  { as, run, volumes }: Pick<VolumesQuestion, 'as' | 'run' | 'volumes'>,
  facts: VolumeFacts,
): VolumesPlan {
  const { snapshots, tenants } = facts;
  const ready = snapshots.filter((one) =>
    run === undefined
      ? one.isReady && !one.run.startsWith(formerRun)
      : one.isReady && one.run === run,
  );
  const newest = (name: string) => ready.find(({ volume }) => volume === name);
  const tenantOf = (name: string) => tenants.find(({ handle }) => handle === name);
  const wanted = volumes?.map((one) => nameOf(one, facts)) ?? tenants.map(({ handle }) => handle);
  const planned = [...new Set(wanted)].flatMap((name): PlannedVolume[] => {
    const tenant = tenantOf(name);
    const begun = begunFrom(name, titleOf(name, tenant), facts);
    const snapshot = begun ?? newest(name);
    if (begun !== undefined && run !== undefined && begun.run !== run) {
      throw new ProveError(
        `${titleOf(name, tenant)}: its restore from ${begun.name} has not ended: leave --run out, and it goes on.`,
      );
    }
    if (snapshot === undefined && volumes === undefined) return [];
    if (snapshot === undefined) {
      const of =
        run === undefined ? 'no snapshot that is ready' : `no ready snapshot of the run ${run}`;
      throw new ProveError(`${titleOf(name, tenant)} has ${of}: nothing is changed.`);
    }
    if (tenant === undefined && as === undefined) {
      throw new ProveError(
        `The claim of ${name} is gone: give a name for a new one by --as <namespace>/<claim>.`,
      );
    }
    const isOwnClaim =
      tenant?.claim?.namespace === as?.namespace && tenant?.claim?.name === as?.name;
    if (tenant !== undefined && as !== undefined && !(begun !== undefined && isOwnClaim)) {
      throw new ProveError(
        `${titleOf(name, tenant)} still has its claim: leave --as out, and its data is replaced.`,
      );
    }
    const made = facts.volumes.get(name)?.restoredFrom === begun?.name && isRemade(name, facts);
    // Pods may have a volume that is not removed: one of a class that waits for them is filled for them.
    const users = made ? [] : usersOf(name, tenant, facts);
    return [{ name, tenant, snapshot, isBegun: begun !== undefined, isRemade: made, users }];
  });
  const lost = [...new Set(ready.map(({ volume }) => volume))].filter(
    (name) => tenantOf(name) === undefined && !planned.some((one) => one.name === name),
  );
  return {
    volumes: planned,
    without: volumes === undefined ? tenants.filter(({ handle }) => !newest(handle)) : [],
    gone: volumes === undefined ? lost.flatMap((name) => newest(name) ?? []) : [],
  };
}
