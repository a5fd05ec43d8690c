// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf } from '../field.ts';
import { customNetworkPolicy } from '../user-cluster/isolation-fields-policy.ts';
import { dnsFields } from '../user-cluster/network-fields.ts';
import { tenantStorageClass } from '../user-cluster/storage-fields.ts';

const isolation = field(
  z.strictObject({
    /** Beside those of each cluster, which cannot take them away. */
    customNetworkPolicies: listOf(customNetworkPolicy, 'a list of policies').optional(),
  }),
  'a mapping with customNetworkPolicies',
);

const network = field(
  z.strictObject({
    /** Each key holds for clusters that do not say it themselves. */
    dns: field(z.strictObject(dnsFields).partial(), 'a mapping with servers, searches and ndots'),
  }),
  'a mapping with dns',
);

const storage = field(
  z.strictObject({
    /** For clusters that name no classes themselves. */
    classes: listOf(tenantStorageClass, 'a list of storage classes'),
  }),
  'a mapping with classes',
);

/**
 * What holds for all user clusters of the environment, `kubevirt-stack:userClusterDefaults`, as if it
 * stood in their own files. Images are for all of them anyway, see `kubevirt-stack:images`.
 */
export const userClusterDefaults = field(
  z.strictObject({
    isolation: isolation.optional(),
    network: network.optional(),
    storage: storage.optional(),
  }),
  'a mapping with isolation, network or storage',
).prefault({});

/** What holds for all user clusters of an environment. */
export type UserClusterDefaults = z.output<typeof userClusterDefaults>;
