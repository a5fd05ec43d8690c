// SPDX-License-Identifier: Apache-2.0
import { field, secretField, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';
import { target } from './backup-target-fields.ts';

/** Returns the pattern of one part of a schedule: values, ranges and steps, with commas between. */
function part(value: string): string {
  const one = `(\\*|(${value})-(${value}))(/[1-9][0-9]?)?|(${value})`;
  return `(${one})(,(${one}))*`;
}

/**
 * Pattern of a schedule that Kubernetes accepts: five fields, without words such as `@daily` and
 * without a time zone.
 *
 * @see https://kubernetes.io/docs/concepts/workloads/controllers/cron-jobs/#schedule-syntax
 */
const cron = new RegExp(
  `^${[
    '[0-5]?[0-9]',
    '1?[0-9]|2[0-3]',
    '[1-9]|[12][0-9]|3[01]',
    '[1-9]|1[0-2]|JAN|FEB|MAR|APR|MAY|JUN|JUL|AUG|SEP|OCT|NOV|DEC',
    '[0-6]|SUN|MON|TUE|WED|THU|FRI|SAT',
  ]
    .map(part)
    .join(' ')}$`,
);

const retentionFields = z.strictObject({
  /** Number of the newest backups that are kept, however old they are. */
  count: wholeNumber(1).optional(),
  /**
   * Backups that are younger are kept, however many there are, and as many of the newest as the schedule
   * makes in that time, however old they are.
   */
  days: wholeNumber(1).optional(),
});

const retention = field(
  retentionFields.refine(
    ({ count, days }) => count !== undefined || days !== undefined,
    'keeps nothing; say count or days',
  ),
  'a mapping with count or days',
);

const schedule = field(
  z.string().regex(cron),
  'five parts with spaces between, like "0 */6 * * *": minute, hour, day, month, day of the week',
);

/**
 * Snapshots of the volumes of the cluster, taken on the infra cluster, where nobody inside the cluster can
 * reach them. They are on the storage of the volumes and lost with it.
 *
 * @default none
 * @see docs/runbooks/restore-volumes.md
 * @example
 * volumes:
 *   schedule: '0 2 * * *'
 *   retention:
 *     days: 7
 */
const volumes = field(
  z.strictObject({
    /**
     * When snapshots are taken, in UTC: minute, hour, day of the month, month and day of the week.
     * @default once a day, at two
     */
    schedule: schedule.default('0 2 * * *'),
    /**
     * Which snapshots of each volume are kept: the newest `count`, and as many of the newest as the schedule
     * takes in `days`.
     *
     * @default 7 days
     */
    retention: retention.default(() => ({ days: 7 })),
  }),
  'a mapping with schedule or retention',
).optional();

/** How backups are encrypted. They always are: restic knows no other. */
const encryption = field(
  z.strictObject({
    /**
     * Password of the backups, encrypted. It cannot change: older backups keep theirs.
     *
     * @default a generated one, which is a secret in the stack's state and in the output `backup`
     */
    password: secretField(z.string().min(20), 'a password of at least 20 characters').optional(),
  }),
  'a mapping with password',
).prefault({});

/**
 * Backups of the cluster's etcd. Turning them on or off replaces the VMs of the control plane, one after
 * the other: etcd listens at another address then.
 *
 * @default none
 * @see docs/runbooks/restore-user-cluster.md
 * @example
 * backup:
 *   target:
 *     volume:
 *       sizeGiB: 20
 */
export const backup = field(
  z.strictObject({
    /**
     * When a backup is made, in UTC: minute, hour, day of the month, month and day of the week.
     * @default every six hours
     */
    schedule: schedule.default('0 */6 * * *'),
    target,
    /**
     * Which backups are kept: those that one of the two keeps. The newest one is never deleted.
     *
     * @default 30 days
     */
    retention: retention.default(() => ({ days: 30 })),
    encryption,
    volumes,
  }),
  'a mapping with target, and with schedule, retention, encryption or volumes',
).optional();

/** Backups of a cluster. */
export type BackupConfig = NonNullable<z.output<typeof backup>>;

/** Snapshots of a cluster's volumes. */
export type VolumeBackupConfig = NonNullable<BackupConfig['volumes']>;
