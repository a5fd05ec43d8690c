// SPDX-License-Identifier: Apache-2.0
import type { ApiClient } from '@strata/cluster-client';
import { backupJob, clusterNamespace, labelKeys } from '@strata/contracts';
import { restoreAnnotations, restoreJob } from '@strata/user-cluster/restore';
import type { RestoreRequest } from '@strata/user-cluster/restore';
import { z } from 'zod';
import { ProveError } from '../prove-error.ts';
import { conditions, isTrue } from './conditions.ts';
import { nodeAffinity } from './node-affinity.ts';
import type { LabelledHost, NodeAffinity } from './node-affinity.ts';
import { foundMachine, virtualMachine } from './found-machine.ts';
import type { FoundMachine } from './found-machine.ts';

const job = z.object({
  metadata: z.object({
    uid: z.string(),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
  spec: z.object({ suspend: z.boolean().default(false) }),
  status: z
    .object({
      conditions,
      completionTime: z.string().optional(),
      failed: z.int().default(0),
    })
    .default({ conditions: [], failed: 0 }),
});

const request = z.object({
  id: z.string(),
  host: z.string(),
  asked: z.number(),
  members: z.array(
    z.object({
      name: z.string(),
      claim: z.string(),
      volumeMode: z.enum(['Block', 'Filesystem']),
      peerUrl: z.string(),
    }),
  ),
  withoutFormer: z.array(z.string()).optional(),
});

/** A Job that restores a backup, which is also the record of a restore. */
export interface FoundRestore {
  readonly request: RestoreRequest;
  /** - `waiting`: it has not been let go. */
  readonly state: 'waiting' | 'running' | 'failed' | 'done';
  /** Pods of it that have failed, or that somebody has deleted. */
  readonly failedPods: number;
  /** When the disks were written; RFC 3339. */
  readonly written?: string;
  /** Whether a machine was started while its disk was written. */
  readonly isDisturbed: boolean;
  /** When all of the restore was done; RFC 3339. */
  readonly ended?: string;
}

const state = z.object({
  state: z
    .object({
      running: z.unknown().optional(),
      waiting: z.object({ reason: z.string().optional() }).optional(),
      terminated: z.object({ exitCode: z.number() }).optional(),
    })
    .default({}),
  name: z.string(),
});

const pods = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      status: z
        .object({
          conditions,
          initContainerStatuses: z.array(state).default([]),
          containerStatuses: z.array(state).default([]),
        })
        .default({ conditions: [], initContainerStatuses: [], containerStatuses: [] }),
    }),
  ),
});

/** A pod of the Job. */
export type RestorePod = z.infer<typeof pods>['items'][number];

/** Jobs of a namespace, as far as they tell which of them make backups. */
const jobs = z.object({
  items: z.array(
    z.object({
      metadata: z.object({ name: z.string() }),
      spec: z.object({
        template: z.object({
          metadata: z.object({ labels: z.record(z.string(), z.string()).default({}) }),
        }),
      }),
      status: z.object({ conditions }).default({ conditions: [] }),
    }),
  ),
});

const claim = z.object({
  spec: z.object({
    volumeMode: z.enum(['Block', 'Filesystem']).default('Filesystem'),
    volumeName: z.string().optional(),
  }),
});

const volume = z.object({ spec: z.object({ nodeAffinity }) });

const hosts = z.object({
  items: z.array(
    z.object({
      metadata: z.object({
        name: z.string(),
        labels: z.record(z.string(), z.string()).default({}),
      }),
    }),
  ),
});

/** A disk of etcd. */
export interface FoundDisk {
  /** How it is given to pods. */
  readonly volumeMode: 'Block' | 'Filesystem';
  /** Hosts that can have it; undefined means all. */
  readonly affinity: NodeAffinity;
}

const secret = z.object({ data: z.object({ userdata: z.string() }) });

function stateOf({ spec, status }: z.infer<typeof job>): FoundRestore['state'] {
  if (isTrue(status.conditions, 'Complete')) return 'done';
  if (isTrue(status.conditions, 'Failed')) return 'failed';
  return spec.suspend ? 'waiting' : 'running';
}

/** Objects of a user cluster on the infra cluster. */
export class TenantNamespace {
  readonly name: string;
  readonly #api: ApiClient;

  constructor(api: ApiClient, cluster: string) {
    this.#api = api;
    this.name = clusterNamespace(cluster);
  }

  /** All machines, by name. */
  async machines(): Promise<readonly FoundMachine[]> {
    const list = z.object({ items: z.array(virtualMachine) });
    const found = list.parse(
      await this.#api.request('GET', this.#path('kubevirt.io/v1', 'virtualmachines')),
    );
    return found.items
      .map(foundMachine)
      .sort((one, other) => one.name.localeCompare(other.name, 'en', { numeric: true }));
  }

  async machine(name: string): Promise<FoundMachine | undefined> {
    return (await this.machines()).find((one) => one.name === name);
  }

  /** Whether a machine still runs. */
  async runs(name: string): Promise<boolean> {
    const path = this.#path('kubevirt.io/v1', 'virtualmachineinstances', name);
    return (await this.#api.get(path)) !== undefined;
  }

  /** Switches a machine on or off, as KubeVirt's own start and stop do. */
  async switch(name: string, to: 'Always' | 'Halted'): Promise<void> {
    const path = this.#path('kubevirt.io/v1', 'virtualmachines', name);
    await this.#api.patch(path, { spec: { runStrategy: to } });
  }

  async deleteMachine({ name, uid }: FoundMachine): Promise<void> {
    await this.#api.delete(this.#path('kubevirt.io/v1', 'virtualmachines', name), uid);
  }

  /** The disk in a claim; undefined when there is no such claim. */
  async disk(name: string): Promise<FoundDisk | undefined> {
    const found = await this.#api.get(this.#path('v1', 'persistentvolumeclaims', name));
    if (found === undefined) return undefined;
    const { volumeMode, volumeName } = claim.parse(found).spec;
    const bound =
      volumeName === undefined
        ? undefined
        : await this.#api.get(`/api/v1/persistentvolumes/${volumeName}`);
    const affinity = bound === undefined ? undefined : volume.parse(bound).spec.nodeAffinity;
    return { volumeMode, affinity };
  }

  /** All hosts of the infra cluster. */
  async hosts(): Promise<readonly LabelledHost[]> {
    const { items } = hosts.parse(await this.#api.request('GET', '/api/v1/nodes'));
    return items.map(({ metadata }) => metadata);
  }

  /** Start-up data in a Secret. */
  async userData(name: string): Promise<string> {
    const found = await this.#api.get(this.#path('v1', 'secrets', name));
    const read = secret.safeParse(found);
    if (!read.success)
      throw new ProveError(`The Secret ${name} of ${this.name} has no start-up data.`);
    return Buffer.from(read.data.data.userdata, 'base64').toString();
  }

  /** The CronJob of backups, as the API has it; undefined for a cluster without backups. */
  backups(): Promise<unknown> {
    return this.#api.get(this.#path('batch/v1', 'cronjobs', backupJob));
  }

  /** Job that makes a backup: of the CronJob, or one that somebody has made from it, which the CronJob does not know. */
  async runningBackup(): Promise<string | undefined> {
    const { items } = jobs.parse(await this.#api.request('GET', this.#path('batch/v1', 'jobs')));
    return items.find(
      ({ metadata, spec, status }) =>
        metadata.name !== restoreJob &&
        spec.template.metadata.labels[labelKeys.component] === backupJob &&
        !isTrue(status.conditions, 'Complete') &&
        !isTrue(status.conditions, 'Failed'),
    )?.metadata.name;
  }

  async suspendBackups(suspend: boolean): Promise<void> {
    await this.#api.patch(this.#path('batch/v1', 'cronjobs', backupJob), { spec: { suspend } });
  }

  /** The restore that goes on, or the last one; undefined when there was none. */
  async restore(): Promise<FoundRestore | undefined> {
    const found = await this.#api.get(this.#job);
    if (found === undefined) return undefined;
    const read = job.parse(found);
    const { annotations } = read.metadata;
    const ended = annotations[restoreAnnotations.ended];
    const text = annotations[restoreAnnotations.request] ?? '{}';
    const { withoutFormer, ...asked } = request.parse(JSON.parse(text));
    return {
      request: { ...asked, ...(withoutFormer !== undefined && { withoutFormer }) },
      state: stateOf(read),
      failedPods: read.status.failed,
      isDisturbed: annotations[restoreAnnotations.disturbed] !== undefined,
      ...(read.status.completionTime !== undefined && { written: read.status.completionTime }),
      ...(ended !== undefined && { ended }),
    };
  }

  async createRestore(object: object): Promise<void> {
    await this.#api.post(this.#path('batch/v1', 'jobs'), object);
  }

  /** Lets the Job run; or wait, which ends its pod. */
  async letRestore(to: 'run' | 'wait'): Promise<void> {
    await this.#api.patch(this.#job, { spec: { suspend: to === 'wait' } });
  }

  async endRestore(ended: string): Promise<void> {
    const annotations = { [restoreAnnotations.ended]: ended };
    await this.#api.patch(this.#job, { metadata: { annotations } });
  }

  async markDisturbed(machines: string): Promise<void> {
    const annotations = { [restoreAnnotations.disturbed]: machines };
    await this.#api.patch(this.#job, { metadata: { annotations } });
  }

  async deleteRestore(): Promise<void> {
    await this.#api.delete(this.#job);
  }

  /** Pods of the Job. */
  async restorePods(): Promise<readonly RestorePod[]> {
    const path = this.#path('v1', 'pods');
    const label = encodeURIComponent(`batch.kubernetes.io/job-name=${restoreJob}`);
    return pods.parse(await this.#api.request('GET', `${path}?labelSelector=${label}`)).items;
  }

  /** The last lines that a container of a pod has said. */
  async said(pod: string, container: string): Promise<string> {
    const path = `${this.#path('v1', 'pods', pod)}/log?container=${container}&tailLines=5`;
    return (await this.#api.text(path)).trim();
  }

  get #job(): string {
    return this.#path('batch/v1', 'jobs', restoreJob);
  }

  #path(version: string, plural: string, name?: string): string {
    const root = version === 'v1' ? '/api/v1' : `/apis/${version}`;
    const own = name === undefined ? '' : `/${name}`;
    return `${root}/namespaces/${this.name}/${plural}${own}`;
  }
}
