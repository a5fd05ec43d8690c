// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, oneOf, wholeNumber } from '@strata/contracts/fields';

/**
 * Files of the audit log on each control-plane node, in /var/log/kubernetes/audit. They go with the
 * machine: the one that replaces it begins with none.
 */
const log = field(
  z.strictObject({
    /** Days that a full file is kept. */
    maxAgeDays: wholeNumber(1).default(7),
    /** Full files that are kept beside the one that is written. */
    maxBackups: wholeNumber(1).default(3),
    /** Size at which a file is full. */
    maxSizeMiB: wholeNumber(1).default(100),
  }),
  'a mapping with maxAgeDays, maxBackups and maxSizeMiB',
).prefault({});

/**
 * What the cluster's API server records of what is asked of it. Another value replaces the machines of the
 * control plane, one after the other.
 *
 * @example
 * audit:
 *   level: Request
 */
export const audit = field(
  z.strictObject({
    /**
     * `Metadata`: who did what and when. `Request`: also what was sent. `RequestResponse`: also what was
     * answered. Of Secrets, ConfigMaps and tokens it is never more than `Metadata`.
     *
     * @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/#audit-policy
     */
    level: oneOf(['Metadata', 'Request', 'RequestResponse']).default('Metadata'),
    log,
  }),
  'a mapping with level and log',
).prefault({});

/** What the cluster's API server records. */
export type AuditConfig = z.output<typeof audit>;
