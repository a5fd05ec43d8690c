// SPDX-License-Identifier: Apache-2.0
import { renderRestorePod } from './render-restore-pod.ts';
import type { RestoreParts } from './render-restore-pod.ts';
import type { RestoreRequest } from './restore-request.ts';

/** Name of the Job that restores a backup. */
export const restoreJob = 'etcd-restore';

/** Annotations by which a Job says what it is for, and how far the whole restore is. */
export const restoreAnnotations = {
  /** The request, as JSON. */
  request: 'strata.dev/restore-request',
  /** When everything was done, RFC 3339; missing until then. */
  ended: 'strata.dev/restore-ended',
  /** Of the join token in the restored cluster: the restore that has given it. */
  given: 'strata.dev/restore-given',
  /** Machines that somebody has started while their disks were written: nobody may trust these disks. */
  disturbed: 'strata.dev/restore-disturbed',
} as const;

/**
 * Renders the Job that writes a backup to the disks of etcd. It is made suspended, before anything is
 * touched: it is also the record of a restore that is going on.
 */
export function renderRestoreJob(parts: RestoreParts, request: RestoreRequest, namespace: string) {
  const { labels } = parts.backup;
  const annotations = { [restoreAnnotations.request]: JSON.stringify(request) };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: { name: restoreJob, namespace, labels, annotations },
    spec: {
      suspend: true,
      // Whoever runs the restore looks first why it has failed.
      backoffLimit: 0,
      template: { metadata: { labels }, spec: renderRestorePod(parts, request) },
    },
  };
}
