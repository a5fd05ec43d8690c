// SPDX-License-Identifier: Apache-2.0
import { field, listOf, objectName, interfaceName, vlanIds } from '@strata/contracts/fields';
import { z } from 'zod';

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/annotations/#syntax-and-character-set */
const annotationKey = field(
  z
    .string()
    .regex(/^([a-z0-9]([a-z0-9.-]*[a-z0-9])?\/)?([A-Za-z0-9_.-]+\*?|\*)$/)
    .refine((key) => !key.startsWith('metallb.')),
  'the key of an annotation like "example.org/team" or "example.org/*", not one of MetalLB',
);

const vlans = field(
  z.strictObject({
    /** The hosts' own bridge that carries them. */
    bridge: interfaceName('a bridge'),
    /** IDs and ranges. */
    ids: listOf(vlanIds(), 'a list of VLAN IDs').min(1),
    /**
     * The only user cluster that may have them, though a list for all has them, too.
     *
     * @default all may
     */
    boundTo: objectName(40).optional(),
  }),
  'a mapping with bridge and ids',
);

/**
 * Permissions of user clusters on the infra cluster, `kubevirt-stack:tenants`.
 *
 * @example
 * tenants:
 *   vlans:
 *     - bridge: br1
 *       ids:
 *         - 400-699
 */
export const tenants = field(
  z.strictObject({
    /**
     * Annotations that Services of user clusters may bring along, besides those of kubectl, Helm,
     * Argo CD, Flux and Pulumi: keys, or beginnings of keys followed by `*`. The cloud controller
     * copies them to the infra cluster: list none that a controller there obeys.
     */
    serviceAnnotations: listOf(annotationKey, 'a list of keys of annotations').default([]),
    /**
     * VLANs that user clusters may have as their own (`network.vlans` there): once there is one in the
     * list, they may have no others. Never those of `networks`.
     *
     * @default those that come to bridges of infra, and any of bridges of `networks`; where infra makes no bridges, any
     */
    vlans: listOf(vlans, 'a list of VLANs').default([]),
    /**
     * User clusters that may have `cloud.selectorless`, with which their cloud controllers write
     * EndpointSlices. These may name any address: whoever has the token of such a cluster can lead a
     * load balancer to machines of other clusters.
     */
    selectorless: listOf(objectName(40), 'a list of names of user clusters').default([]),
  }),
  'a mapping with serviceAnnotations, vlans and selectorless',
).prefault({});
