// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf } from './field.ts';
import { dnsFields } from './guest-dns-fields.ts';
import { customNetworkPolicy } from './network-policy-fields.ts';
import { tenantStorageClass } from './tenant-storage-class-fields.ts';

const isolation = field(
  z.strictObject({
    /** Policies in addition to each cluster's own; a cluster cannot remove them. */
    customNetworkPolicies: listOf(customNetworkPolicy, 'a list of policies').optional(),
  }),
  'a mapping with customNetworkPolicies',
);

const network = field(
  z.strictObject({
    /** Each key applies to clusters that do not set it themselves. */
    dns: field(z.strictObject(dnsFields).partial(), 'a mapping with servers, searches and ndots'),
  }),
  'a mapping with dns',
);

const storage = field(
  z.strictObject({
    /** Classes of clusters that configure none themselves. */
    classes: listOf(tenantStorageClass, 'a list of storage classes'),
  }),
  'a mapping with classes',
);

/**
 * Defaults for all user clusters of the environment, `kubevirt-stack:userClusterDefaults`, as if
 * they were in the clusters' own files: kubevirt-stack reads and exports them, user-cluster takes
 * them. Images are available to all of them anyway, see
 * `kubevirt-stack:images`.
 *
 * @example
 * userClusterDefaults:
 *   network:
 *     dns:
 *       servers:
 *         - 10.20.0.53
 */
export const userClusterDefaults = field(
  z.strictObject({
    isolation: isolation.optional(),
    network: network.optional(),
    storage: storage.optional(),
  }),
  'a mapping with isolation, network or storage',
).prefault({});

/** Defaults for all user clusters of an environment. */
export type UserClusterDefaults = z.output<typeof userClusterDefaults>;
