// SPDX-License-Identifier: Apache-2.0
import { field, labelKey, listOf, trueOrFalse } from '@strata/contracts/fields';
import { z } from 'zod';

/** A part of a label: its key has the ID of a Service, its value that of another. */
const labelPart = (expected: string) =>
  field(z.string().regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/), expected);

/**
 * The cloud controller manager, which sets the addresses of the nodes and gives Services of the
 * user cluster load balancers of the infra cluster.
 *
 * @see https://github.com/kubevirt/cloud-provider-kubevirt/blob/v0.6.0/pkg/provider/cloud.go
 * @example
 * cloud:
 *   hostLabels:
 *     - example.org/rack
 */
export const cloud = field(
  z.strictObject({
    /** Whether a Service of type LoadBalancer gets an address of the platform's pools. */
    loadBalancers: trueOrFalse().default(true),
    /**
     * Whether nodes get the region and zone of the host that their VM is on. For this the
     * controller may read any host's Node by name, its only right beyond the cluster's own
     * namespace.
     */
    zones: trueOrFalse().default(true),
    /**
     * Keys of labels that nodes get from the host that their VM is on, in addition to region and
     * zone, so that pods can be placed by them. Like `zones` it needs the right to read any host by
     * name.
     */
    hostLabels: listOf(
      labelKey('the key of a label of hosts, such as "example.org/rack"'),
      'a list of keys of labels',
    ).default([]),
    /**
     * Whether the controller itself selects the VMs behind a load balancer, instead of all workers.
     * Services with `externalTrafficPolicy: Local` need it. It applies only to Services that are
     * made after the change.
     */
    selectorless: trueOrFalse().default(false),
    /**
     * Labels `cloud.kubevirt.io/<id>` of load balancers that were made before v0.3.0 of the
     * controller: workers have them until the load balancers select by the cluster's name.
     *
     * @see docs/runbooks/move-load-balancers.md
     */
    legacyLabels: field(
      z.record(
        labelPart('the id in a label cloud.kubevirt.io/<id>'),
        labelPart('the value of a label'),
      ),
      'a mapping from ids to values of labels cloud.kubevirt.io/<id>',
    ).default({}),
  }),
  'a mapping with loadBalancers, zones, hostLabels, selectorless and legacyLabels',
).prefault({});

/** The cloud controller manager of a user cluster. */
export type CloudConfig = z.output<typeof cloud>;
