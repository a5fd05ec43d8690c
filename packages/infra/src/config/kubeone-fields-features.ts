// SPDX-License-Identifier: Apache-2.0
import { field, secretField, text, trueOrFalse, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * @see https://docs.kubermatic.com/kubeone/v1.14/tutorials/creating-clusters-baremetal/
 * @example
 * features:
 *   metricsServer: false
 */
export const features = field(
  z.strictObject({
    /**
     * Whether Secrets are encrypted in etcd, with a key that KubeOne makes on the hosts.
     * @default true
     */
    encryptionAtRest: trueOrFalse().default(true),
    /** The API server's audit log, on each control plane. */
    auditLog: field(
      z.strictObject({
        /** @default true */
        enabled: trueOrFalse().default(true),
        /** An audit policy as YAML. @default who did what to which object, without contents */
        policy: text('an audit policy as YAML').optional(),
        /** @default 30 */
        maxAgeDays: wholeNumber(1).default(30),
        /** Number of files to keep. @default 3 */
        maxBackups: wholeNumber(1).default(3),
        /** Maximum size of a file, in MiB. @default 100 */
        maxSizeMiB: wholeNumber(1).default(100),
      }),
      'a mapping with enabled and policy',
    ).prefault({}),
    /** Whether every node has a DNS cache, at 169.254.20.10. @default true */
    nodeLocalDns: trueOrFalse().default(true),
    /** @default true */
    metricsServer: trueOrFalse().default(true),
  }),
  'a mapping with encryptionAtRest, auditLog, nodeLocalDns and metricsServer',
).prefault({});

/**
 * Snapshots of etcd, the cluster's CAs and the keys that Secrets are encrypted with, every 30
 * minutes, by KubeOne's addon `backups-restic` with these keys added. The last 48 of each control plane
 * are kept, also those of one that has left the cluster.
 *
 * @see https://github.com/kubermatic/kubeone/tree/v1.14.2/addons/backups-restic
 * @example
 * backups:
 *   repository: s3:https://s3.example.org/bucket
 *   password:
 *     secure: v1:...
 *   accessKeyId:
 *     secure: v1:...
 *   secretAccessKey:
 *     secure: v1:...
 */
export const backups = field(
  z.strictObject({
    /** Repository in restic's notation: `s3:https://s3.example.org/bucket/rack-a`. */
    repository: field(
      z.string().regex(/^s3:\S+$/),
      'a restic repository like "s3:https://s3.example.org/bucket"',
    ),
    /** @default us-east-1 */
    region: text('the region of the bucket').default('us-east-1'),
    /** Password for restic's encryption: without it no backup can be read. */
    password: secretField(z.string().min(8), 'a text of at least 8 characters'),
    accessKeyId: secretField(z.string().min(1), 'the id of an access key'),
    secretAccessKey: secretField(z.string().min(1), 'a secret access key'),
  }),
  'a mapping with repository, password, accessKeyId and secretAccessKey',
);
