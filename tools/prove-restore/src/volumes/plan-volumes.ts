// SPDX-License-Identifier: Apache-2.0
import { ProveError } from '../prove-error.ts';
import type { VolumesQuestion } from './command-line.ts';
import type { FoundSnapshot } from './infra-volumes.ts';
import type { TenantVolume } from './tenant-volumes.ts';

/** Beginning of the run of snapshots that a restore takes first. */
export const formerRun = 'before-restore';

/** One volume and the snapshot that replaces its data. */
export interface PlannedVolume {
  readonly name: string;
  /** As the user cluster knows it; undefined when its claim is gone. */
  readonly tenant: TenantVolume | undefined;
  readonly snapshot: FoundSnapshot;
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
    const snapshot = newest(name);
    const tenant = tenantOf(name);
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
    if (tenant !== undefined && as !== undefined) {
      throw new ProveError(
        `${titleOf(name, tenant)} still has its claim: leave --as out, and its data is replaced.`,
      );
    }
    return [{ name, tenant, snapshot, users: usersOf(name, tenant, facts) }];
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
