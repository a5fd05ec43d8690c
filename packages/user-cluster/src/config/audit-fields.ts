// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, oneOf, secretField, serverUrl, wholeNumber } from '@strata/contracts/fields';
import { authoritiesField } from './authorities-field.ts';
import { servers } from './isolation-fields.ts';

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

/** A URL of an HTTPS server; a user or a query in it would stand in the plan. */
const webhookUrl = serverUrl(
  /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?(\/[\w.~%/-]*)?$/i,
  'a URL with https:// and without user, query and fragment, such as "https://audit.example.org/shop"',
);

/**
 * A server to which the API server sends each record, in batches, beside writing it to its log. What it
 * cannot take is lost after some tries, and nothing waits for it.
 *
 * @see https://kubernetes.io/docs/tasks/debug/debug-cluster/audit/#webhook-backend
 */
const webhook = field(
  z.strictObject({
    /** Where records are sent: POST, as `audit.k8s.io/v1` `EventList` in JSON. */
    url: webhookUrl,
    /** Token that the API server shows to the server. Encrypted. @default none */
    token: secretField(z.string().regex(/^[\x21-\x7e]+$/), 'a token without spaces').optional(),
    /**
     * Certificates of the authorities of the server, in PEM.
     * @default the public authorities that the machine's image knows
     */
    certificateAuthority: authoritiesField().optional(),
    /**
     * Addresses of the server. A server at private addresses must be listed here: nothing private is
     * reachable otherwise.
     *
     * @default the internet, as for `isolation.registries`
     */
    addresses: servers(),
  }),
  'a mapping with url, token, certificateAuthority or addresses',
);

/** A server that takes a cluster's audit log. */
export type AuditWebhookConfig = z.output<typeof webhook>;

/**
 * Audit settings: the details of requests that the cluster's API server records, and where it sends
 * them. A change replaces the machines of the control plane, one after the other.
 *
 * @example
 * audit:
 *   level: Request
 *   webhook:
 *     url: https://192.0.2.7/shop
 *     addresses:
 *       - 192.0.2.7/32
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
    webhook: webhook.optional(),
  }),
  'a mapping with level, log or webhook',
).prefault({});

/** Audit settings of the cluster's API server. */
export type AuditConfig = z.output<typeof audit>;
