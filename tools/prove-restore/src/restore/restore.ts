// SPDX-License-Identifier: Apache-2.0
import { ApiClient, readKubeconfig } from '@strata/cluster-client';
import { clusterLabels } from '@strata/contracts';
import { makeOwnFolder } from '@strata/gitops/own-folder';
import {
  backupPodOf,
  renderBootstrapToken,
  renderRestoreJob,
  tenantImage,
} from '@strata/user-cluster/restore';
import type { RestoreRequest } from '@strata/user-cluster/restore';
import { readFileSync, rmSync } from 'node:fs';
import { z } from 'zod';
import { listBackups } from '../find-backup.ts';
import type { FoundBackup } from '../find-backup.ts';
import type { ProveContext } from '../prove.ts';
import { ProveError } from '../prove-error.ts';
import { accessOf, bucketVariables } from '../repository-access.ts';
import { Restic } from '../restic.ts';
import type { ExpectedCluster } from '../state/expected-cluster.ts';
import { readExpected } from '../state/read-state.ts';
import { toolsOf } from '../tools-of.ts';
import { carryOut, giveUp } from './carry-out.ts';
import type { RestoreWork } from './carry-out.ts';
import { chooseBackup } from './choose-backup.ts';
import type { RestoreQuestion } from './command-line.ts';
import type { FoundMachine } from './found-machine.ts';
import { previewText } from './preview-text.ts';
import { refuseRunningUpdate } from './refuse-running-update.ts';
import { keysOfMachines, membersOf } from './request-of.ts';
import { TenantNamespace } from './tenant-namespace.ts';
import type { FoundRestore } from './tenant-namespace.ts';
import { triedDifferences } from './tried-differences.ts';

/** Settings and callbacks that a restore runs with. */
export interface RestoreContext extends ProveContext {
  /** Prints what people asked for. */
  readonly print: (text: string) => void;
  /** Asks whether to go on. */
  readonly confirm: () => Promise<boolean>;
  /** Milliseconds between two looks at something that is waited for. */
  readonly pause: number;
}

const platformOutputs = z.object({ release: z.string(), registryMirror: z.string().optional() });

function readFile(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new ProveError(`--${option} cannot be read: ${(error as Error).message}`);
  }
}

/** Returns the image with mke2fs: the CSI driver formats volumes with it. */
function diskImageOf({ platformFile }: RestoreQuestion): string {
  const outputs = platformOutputs.safeParse(JSON.parse(readFile('platform', platformFile)));
  if (!outputs.success) {
    throw new ProveError('The stack of the platform has no output "release": bring it up once.');
  }
  const { registryMirror, release } = outputs.data;
  return tenantImage({ release, ...(registryMirror && { registryMirror }) }, 'csi-driver');
}

async function clientOf(option: string, file: string | undefined, signal: AbortSignal) {
  if (file === undefined) {
    throw new ProveError(
      'Nobody knows the infra cluster: give its kubeconfig by --infra, or set KUBECONFIG.',
    );
  }
  return new ApiClient(await readKubeconfig(readFile(option, file)), { signal });
}

/** Facts that every way through needs. */
interface Facts {
  readonly namespace: TenantNamespace;
  readonly api: ApiClient;
  readonly expected: ExpectedCluster;
  readonly machines: readonly FoundMachine[];
  /** The restore that goes on, or the last one. */
  readonly found: FoundRestore | undefined;
}

async function readFacts(question: RestoreQuestion, context: RestoreContext): Promise<Facts> {
  const { cluster, clusterFile, environment, infraFile, stateFile } = question;
  const { env, root, signal, tell } = context;
  tell(`reading the state of ${environment}.${cluster}`);
  const asked = { environment, cluster, ...(stateFile !== undefined && { stateFile }) };
  const expected = await readExpected(asked, { env, signal, cwd: root });
  const infra = await clientOf('infra', infraFile ?? env.KUBECONFIG, signal);
  const api = await clientOf('kubeconfig', clusterFile, signal);
  const namespace = new TenantNamespace(infra, cluster);
  tell('reading the machines');
  const machines = await namespace.machines();
  return { namespace, api, expected, machines, found: await namespace.restore() };
}

/** Finds the backup, tries it, and says what a restore of it means. */
async function preview(
  question: RestoreQuestion,
  { api, expected, machines }: Facts,
  members: readonly string[],
  context: RestoreContext,
): Promise<FoundBackup> {
  const { cluster, environment, isTried } = question;
  const { env, print, signal, tell } = context;
  const stack = `${environment}.${cluster}`;
  const access = accessOf(question, expected);
  if (access === undefined) {
    throw new ProveError(
      `${stack} has no output "backup": there is nothing to restore. Set user-cluster:backup in its file, and bring the stack up.`,
    );
  }
  const tools = await toolsOf(expected.kubernetes, env);
  const folder = makeOwnFolder('restore');
  try {
    const variables =
      question.repository === undefined ? bucketVariables(expected.bucket, folder) : {};
    const restic = new Restic(tools.restic.path, access, { env: { ...env, ...variables }, signal });
    tell(`opening the repository of ${stack}`);
    const backup = chooseBackup(await listBackups(restic, stack), question.backup, Date.now());
    const controlPlane = machines.filter(({ name }) => members.includes(name));
    const encryptionKeys = keysOfMachines(controlPlane, expected.encryptionKeys);
    const trial = { restic, backup, tools, folder, encryptionKeys, env, signal, tell };
    const compared = isTried
      ? await triedDifferences(trial, api)
      : { uncompared: '--no-trial was given' };
    const workers = machines.filter(({ role }) => role === 'worker').length;
    const now = Date.now();
    print(previewText({ environment, cluster, backup, members, workers, now, ...compared }));
    return backup;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the request of a new restore; undefined when it is only previewed, or nobody confirms it. */
async function newRequest(
  question: RestoreQuestion,
  facts: Facts,
  context: RestoreContext,
): Promise<RestoreRequest | undefined> {
  const { cluster, environment, isAgain, isConfirmed, isPreview } = question;
  const { expected, found, machines, namespace } = facts;
  if (found?.ended !== undefined && !isAgain && !isPreview) {
    throw new ProveError(
      `${environment}.${cluster} was restored from the backup ${found.request.id.slice(0, 8)}, which was done at ${found.ended}: nothing is changed. Add --again to restore once more.`,
    );
  }
  const replicas = expected.groups.find(({ name }) => name === 'cp')?.replicas ?? 1;
  const members = await membersOf(namespace, machines, replicas);
  const names = members.map(({ name }) => name);
  const { id } = await preview(question, facts, names, context);
  if (isPreview) return undefined;
  refuseRunningUpdate(question, context.env);
  if (!isConfirmed && !(await context.confirm())) return undefined;
  return { id, host: `${environment}.${cluster}`, asked: Date.now(), members };
}

/** Returns a request with the members whose former data is given up. @throws ProveError when one is no member. */
function giveUpFormer(request: RestoreRequest, names: readonly string[]): RestoreRequest {
  if (names.length === 0) return request;
  const all = request.members.map(({ name }) => name);
  const stranger = names.find((name) => !all.includes(name));
  if (stranger !== undefined) {
    throw new ProveError(
      `--without-former names ${stranger}, which is no member of ${request.host}: its members are ${all.join(', ')}.`,
    );
  }
  const former = new Set([...(request.withoutFormer ?? []), ...names]);
  return { ...request, withoutFormer: all.filter((name) => former.has(name)) };
}

/** Says which restore goes on, and refuses another one meanwhile. */
function goOn(
  { backup, cluster }: RestoreQuestion,
  { id }: RestoreRequest,
  { print }: RestoreContext,
): void {
  if (backup !== undefined && !id.startsWith(backup)) {
    throw new ProveError(
      `A restore of the backup ${id.slice(0, 8)} goes on: end that first, by the same command without --backup, or by --give-up.`,
    );
  }
  print(`${cluster}: going on with the restore of the backup ${id.slice(0, 8)}`);
}

/** Says what people have to do after a restore. */
function restText({ cluster, environment }: RestoreQuestion): string {
  return [
    `${environment}.${cluster} has the data of the backup. Left to do:`,
    `  npx strata up ${environment} ${cluster} --refresh    makes what Strata installs inside, and people and tokens that are newer than the backup`,
    '  rights that were taken away since, volumes that count as attached, volumes and load balancers without an owner, old tokens:',
    '  docs/runbooks/restore-user-cluster.md, "After the command"',
  ].join('\n');
}

/**
 * Restores a backup of a user cluster, or says what that would mean.
 *
 * @returns the exit code.
 * @throws ProveError when it cannot be done, with the fix.
 */
export async function restore(question: RestoreQuestion, context: RestoreContext): Promise<number> {
  const { print, signal, tell } = context;
  const facts = await readFacts(question, context);
  const { api, expected, found, namespace } = facts;
  const { cluster, environment } = question;
  const pod = backupPodOf(await namespace.backups());
  if (pod === undefined) {
    throw new ProveError(
      `${namespace.name} has no CronJob etcd-backup: set user-cluster:backup in the cluster's file, and bring the stack up.`,
    );
  }
  const diskImage = diskImageOf(question);
  // The disks may be on hosts that keep others away.
  const tolerations = facts.machines.find(({ name }) => name === 'cp-0')?.tolerations ?? [];
  const workOn = (request: RestoreRequest): RestoreWork => ({
    namespace,
    api,
    request,
    joinToken: renderBootstrapToken(expected.joinToken, clusterLabels(environment, cluster)),
    renderJob: () =>
      renderRestoreJob({ backup: pod, diskImage, tolerations }, request, namespace.name),
    patience: { pause: context.pause, signal },
    tell,
  });
  const current = found?.ended === undefined ? found?.request : undefined;
  if (question.isGivenUp) {
    await giveUp(workOn(current ?? { id: '', host: '', asked: 0, members: [] }));
    print('The restore is given up; the machines have started as they were.');
    return 0;
  }
  if (current !== undefined) goOn(question, current, context);
  if (current !== undefined && question.isPreview) return 0;
  // Disks with the number of a restore that was disturbed count as written.
  const again = current && found?.isDisturbed ? { ...current, asked: Date.now() } : current;
  const asked = again ?? (await newRequest(question, facts, context));
  const request = asked && giveUpFormer(asked, question.withoutFormer);
  if (request === undefined) return question.isPreview ? 0 : 1;
  await carryOut(workOn(request));
  print(restText(question));
  return 0;
}
