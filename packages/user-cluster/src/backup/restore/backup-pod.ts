// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';

const object = z.record(z.string(), z.unknown());

const container = z.object({
  name: z.string(),
  image: z.string(),
  env: z.array(object).default([]),
  resources: object.optional(),
  volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
});

/** A CronJob of backups, as the API has it. */
const cronJob = z.object({
  spec: z.object({
    jobTemplate: z.object({
      spec: z.object({
        template: z.object({
          metadata: z.object({ labels: z.record(z.string(), z.string()) }),
          spec: z.object({
            initContainers: z.array(container),
            containers: z.array(container),
            volumes: z.array(z.looseObject({ name: z.string() })),
          }),
        }),
      }),
    }),
  }),
});

/** Parts of the pod that makes backups which a restore takes over. */
export interface BackupPod {
  /** NetworkPolicies let pods with them reach the repository. */
  readonly labels: Readonly<Record<string, string>>;
  readonly etcdImage: string;
  /** The container with restic. */
  readonly store: z.infer<typeof container>;
  readonly volumes: readonly { readonly name: string }[];
}

/**
 * Returns what a restore takes over from a CronJob of backups. The cluster has it as the last update has
 * made it, so a restore needs no update.
 *
 * @returns undefined for another CronJob.
 */
export function backupPodOf(found: unknown): BackupPod | undefined {
  const { data } = cronJob.safeParse(found);
  if (data === undefined) return undefined;
  const { metadata, spec } = data.spec.jobTemplate.spec.template;
  const etcd = spec.initContainers.find(({ name }) => name === 'verify');
  const store = spec.containers.find(({ name }) => name === 'store');
  if (etcd === undefined || store === undefined) return undefined;
  return { labels: metadata.labels, etcdImage: etcd.image, store, volumes: spec.volumes };
}
