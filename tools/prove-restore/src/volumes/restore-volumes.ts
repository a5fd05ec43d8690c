// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { parseQuantity } from '@strata/contracts/quantity';
import { readFileSync } from 'node:fs';
import type { Tell } from '../progress.ts';
import { ProveError } from '../prove-error.ts';
import { until } from '../restore/wait.ts';
import type { Patience } from '../restore/wait.ts';
import type { VolumesQuestion } from './command-line.ts';
import { InfraVolumes } from './infra-volumes.ts';
import { formerRun, planVolumes, titleOf } from './plan-volumes.ts';
import type { PlannedVolume, VolumesPlan } from './plan-volumes.ts';
import { volumesText } from './preview-text.ts';
import { TenantVolumes } from './tenant-volumes.ts';

/** Settings and callbacks that a restore of volumes runs with. */
export interface VolumesContext {
  readonly env: NodeJS.ProcessEnv;
  readonly signal: AbortSignal;
  readonly tell: Tell;
  readonly print: (text: string) => void;
  /** Asks whether to go on. */
  readonly confirm: () => Promise<boolean>;
  /** Milliseconds between two looks at something that is waited for. */
  readonly pause: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Everything that one restore works with. */
interface Work {
  readonly infra: InfraVolumes;
  readonly tenant: TenantVolumes;
  readonly patience: Patience;
  readonly tell: Tell;
  /** Run of the snapshots that are taken first. */
  readonly former: string;
}

/** Minutes in which the storage takes a snapshot, or lets go of a volume. */
const shortMinutes = 10;

/** Minutes in which a volume is made from a snapshot: some storage copies it. */
const makeMinutes = 60;

/** Phases of a DataVolume that needs nothing more, or a machine that uses it. */
const isMade = new Set(['Succeeded', 'WaitForFirstConsumer', 'PendingPopulation']);

async function clientOf(file: string | undefined, signal: AbortSignal): Promise<ApiClient> {
  if (file === undefined) {
    throw new ProveError(
      'Nobody knows the infra cluster: give its kubeconfig by --infra, or set KUBECONFIG.',
    );
  }
  try {
    return new ApiClient(await readKubeconfig(readFileSync(file, 'utf8')), { signal });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    throw new ProveError(`${file} cannot be read: ${(error as Error).message}`);
  }
}

async function planOf(
  question: VolumesQuestion,
  { infra, tenant, tell }: Work,
): Promise<VolumesPlan> {
  tell('reading the snapshots');
  const snapshots = await infra.snapshots();
  tell('reading the volumes');
  const tenants = await tenant.list();
  const machines = await infra.users();
  return planVolumes(question, { snapshots, tenants, machines });
}

/** Refuses volumes that somebody has: their file systems would be torn apart. */
function refuseUsed({ volumes }: VolumesPlan): void {
  const used = volumes.filter(({ users }) => users.length > 0);
  if (used.length === 0) return;
  const list = used.map(
    ({ name, tenant, users }) => `${titleOf(name, tenant)} by ${users.join(', ')}`,
  );
  throw new ProveError(
    `In use: ${list.join('; ')}. Scale what makes these pods to 0, wait until the volumes are detached, and run the same command again. Nothing is changed.`,
  );
}

async function refuseUnfitClaim({ as }: VolumesQuestion, { tenant }: Work): Promise<void> {
  if (as === undefined) return;
  const title = `${as.namespace}/${as.name}`;
  if (!(await tenant.hasNamespace(as))) {
    throw new ProveError(`--as ${title}: the user cluster has no namespace "${as.namespace}".`);
  }
  if (await tenant.hasClaim(as)) {
    throw new ProveError(`--as ${title}: this claim is there already; take another name.`);
  }
}

/** Keeps what a volume has now, as a snapshot beside those of backups. */
async function keepFormer({ name, snapshot }: PlannedVolume, work: Work): Promise<void> {
  const { former, infra, patience, tell } = work;
  tell(`${name}: taking a snapshot of what it has now`);
  await infra.keep(snapshot, former);
  await until(`the snapshot ${name}.${former} is ready`, shortMinutes, patience, async () => {
    const found = (await infra.snapshots()).find((one) => one.name === `${name}.${former}`);
    if (found?.error !== undefined && !found.isReady) tell(`${name}: ${found.error}`);
    return found?.isReady === true ? true : undefined;
  });
}

/** Returns the larger of two sizes. */
function larger(one: string, other: string | undefined): string {
  if (other === undefined) return one;
  return (parseQuantity(other) ?? 0) > (parseQuantity(one) ?? 0) ? other : one;
}

async function replace(planned: PlannedVolume, work: Work): Promise<void> {
  const { infra, patience, tell } = work;
  const { name, snapshot, tenant } = planned;
  const found = await infra.volume(name);
  const isBeingMade = found?.restoredFrom === snapshot.name && !isMade.has(found.phase);
  if (!isBeingMade) {
    // A volume that has grown since stays as large as its claim says.
    const present = await infra.claimSize(name);
    const size = larger(snapshot.size ?? '0', present ?? tenant?.size);
    if (present !== undefined) await keepFormer(planned, work);
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
    await infra.make(snapshot, size);
  }
  tell(`${name}: making it from ${snapshot.name}`);
  await until(`the volume ${name} is made`, makeMinutes, patience, async () => {
    const made = await infra.volume(name);
    return made !== undefined && isMade.has(made.phase) ? true : undefined;
  });
}

/** Gives a volume whose claim is gone a new one. */
async function adopt(
  { name, snapshot }: PlannedVolume,
  as: NonNullable<VolumesQuestion['as']>,
  { infra, tenant }: Work,
): Promise<void> {
  const found = await infra.volume(name);
  const size = await infra.claimSize(name);
  if (found === undefined || size === undefined) {
    throw new ProveError(`${name} has gone again: run the same command again.`);
  }
  const tenantClass = await tenant.classOf(snapshot.storageClass);
  await tenant.adopt(as, { name, uid: found.uid, size }, tenantClass);
}

/**
 * Restores volumes of a user cluster from snapshots, or says what that would mean.
 *
 * @returns the exit code.
 * @throws ProveError when it cannot be done, with the fix.
 */
export async function restoreVolumes(
  question: VolumesQuestion,
  context: VolumesContext,
): Promise<number> {
  const { as, cluster, clusterFile, environment, infraFile, isConfirmed, isPreview } = question;
  const { confirm, env, now, pause, print, signal, tell } = context;
  const infra = new InfraVolumes(await clientOf(infraFile ?? env.KUBECONFIG, signal), cluster);
  const tenant = new TenantVolumes(await clientOf(clusterFile, signal));
  const former = `${formerRun}-${now()}`;
  const work: Work = { infra, tenant, former, tell, patience: { pause, signal } };
  const plan = await planOf(question, work);
  await refuseUnfitClaim(question, work);
  print(volumesText(`${environment}.${cluster}`, plan, as));
  if (plan.volumes.length === 0) return isPreview ? 0 : 1;
  if (isPreview) return 0;
  refuseUsed(plan);
  if (!isConfirmed && !(await confirm())) return 1;
  // Whoever confirms may have let pods start meanwhile.
  refuseUsed(await planOf(question, work));
  for (const planned of plan.volumes) {
    await replace(planned, work);
    if (planned.tenant === undefined && as !== undefined) await adopt(planned, as, work);
    print(`${titleOf(planned.name, planned.tenant)}: restored`);
  }
  print(`What they had before is in the snapshots of the run ${former}. Start the programs again.`);
  return 0;
}
