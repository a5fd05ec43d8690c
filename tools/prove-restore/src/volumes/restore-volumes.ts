// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { readFileSync } from 'node:fs';
import type { Tell } from '../progress.ts';
import { ProveError } from '../prove-error.ts';
import type { VolumesQuestion } from './command-line.ts';
import { copyOf, InfraVolumes } from './infra-volumes.ts';
import { formerRun, planVolumes, titleOf } from './plan-volumes.ts';
import type { PlannedVolume, VolumesPlan } from './plan-volumes.ts';
import { volumesText } from './preview-text.ts';
import { replaceVolume } from './replace-volume.ts';
import type { Work } from './replace-volume.ts';
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
  const volumes = await infra.volumes();
  return planVolumes(question, { snapshots, tenants, machines, volumes });
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

async function refuseUnfitClaim(
  { as }: VolumesQuestion,
  { volumes: [volume] }: VolumesPlan,
  { tenant }: Work,
): Promise<void> {
  if (as === undefined) return;
  const title = `${as.namespace}/${as.name}`;
  if (!(await tenant.hasNamespace(as))) {
    throw new ProveError(`--as ${title}: the user cluster has no namespace "${as.namespace}".`);
  }
  const present = await tenant.volumeOf(as);
  // A claim of this very volume is from a restore that was killed before it had made the rest.
  if (present !== undefined && present !== volume?.name) {
    throw new ProveError(`--as ${title}: this claim is there already; take another name.`);
  }
}

/** Gives a volume whose claim is gone a new one. */
async function adopt(
  { name, snapshot }: PlannedVolume,
  { as, isBlock }: VolumesQuestion,
  { infra, tenant }: Work,
): Promise<void> {
  if (as === undefined) return;
  const found = await infra.volume(name);
  const size = await infra.claimSize(name);
  if (found === undefined || size === undefined) {
    throw new ProveError(`${name} has gone again: run the same command again.`);
  }
  const tenantClass = await tenant.classOf(snapshot.storageClass);
  await tenant.adopt(as, { name, uid: found.uid, size, isBlock }, tenantClass);
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
  const { cluster, clusterFile, environment, infraFile, isConfirmed, isDiscarded, isPreview } =
    question;
  const { confirm, env, now, pause, print, signal, tell } = context;
  const infra = new InfraVolumes(await clientOf(infraFile ?? env.KUBECONFIG, signal), cluster);
  const tenant = new TenantVolumes(await clientOf(clusterFile, signal));
  const work: Work = { infra, tenant, tell, isDiscarded, patience: { pause, signal } };
  const plan = await planOf(question, work);
  await refuseUnfitClaim(question, plan, work);
  print(volumesText(`${environment}.${cluster}`, plan, question));
  if (plan.volumes.length === 0) return isPreview ? 0 : 1;
  if (isPreview) return 0;
  refuseUsed(plan);
  if (!isConfirmed && !(await confirm())) return 1;
  // Whoever confirms may have let pods start meanwhile.
  refuseUsed(await planOf(question, work));
  const { volumes } = plan;
  const held = volumes.flatMap(({ snapshot }) => snapshot.hold ?? []);
  const former = held[0] ?? `${formerRun}-${now()}`;
  if (!isDiscarded) {
    const runs = [...new Set([former, ...held])].join(', ');
    print(`What they have now is kept in the snapshots of the run ${runs}.`);
  }
  const waiting: string[] = [];
  for (const planned of volumes) {
    const { name, snapshot, tenant: known } = planned;
    const title = titleOf(name, known);
    const isFilled = await replaceVolume(planned, snapshot.hold ?? former, work);
    if (known === undefined) await adopt(planned, question, work);
    if (!isFilled) waiting.push(name);
    print(
      isFilled
        ? `${title}: restored`
        : `${title}: it will be filled from ${copyOf(name)} when a pod uses it`,
    );
  }
  // Only now: a restore that goes on keeps the first snapshots of what the volumes had, and takes no others.
  const ended = volumes.map(({ name }) => name).filter((name) => !waiting.includes(name));
  await infra.release(ended);
  print(
    waiting.length === 0
      ? 'Start the programs again.'
      : 'Start the programs again, and then run the same command once more: it waits until these volumes are filled, and deletes the copies.',
  );
  return 0;
}
