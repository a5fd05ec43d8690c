// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, oneOf, text } from '../field.ts';
import { dnsFields } from './network-fields.ts';

/**
 * What a machine's guest is told of DNS.
 *
 * - `None`: what `dnsConfig` says, and nothing of the infra cluster.
 * - `ClusterFirst`: what pods of the infra cluster ask, and what `dnsConfig` adds.
 *
 * Kubernetes' `Default` is not offered: it is the servers of whatever host the machine is on, and
 * no policy of the cluster's could let them through.
 *
 * @default `None`, with `network.dns` of the cluster for what `dnsConfig` does not say
 * @see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-dns-policy
 */
export const dnsPolicy = oneOf(['None', 'ClusterFirst']).optional();

const option = field(
  z.strictObject({
    /** Such as `ndots` or `use-vc`. */
    name: text('the name of an option of a resolver'),
    /** @default none, of options that have none */
    value: text('the value of an option').optional(),
  }),
  'a mapping with name and value',
);

/** Of some machines, instead of what `network.dns` says for all. */
export const dnsConfig = field(
  z.strictObject({
    /** As `network.dns.servers`. */
    nameservers: dnsFields.servers.optional(),
    /** Domains that short names are looked up in. */
    searches: dnsFields.searches.optional(),
    /** Of the resolver. @see https://man7.org/linux/man-pages/man5/resolv.conf.5.html */
    options: listOf(option, 'a list of options of a resolver').optional(),
  }),
  'a mapping with nameservers, searches or options',
).optional();
