// SPDX-License-Identifier: Apache-2.0
import { dnsFields, field, listOf, oneOf, text } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * The DNS configuration of a VM's guest.
 *
 * - `None`: only `dnsConfig`, and nothing of the infra cluster.
 * - `ClusterFirst`: the DNS servers of the infra cluster's pods, and additions from `dnsConfig`.
 *
 * Kubernetes' `Default` is not offered: it would use the servers of whatever host the VM is on, and
 * no policy of the cluster could allow those.
 *
 * @default `None`, with `network.dns` of the cluster for what `dnsConfig` does not set
 * @see https://kubernetes.io/docs/concepts/services-networking/dns-pod-service/#pod-s-dns-policy
 */
export const dnsPolicy = oneOf(['None', 'ClusterFirst']).optional();

const option = field(
  z.strictObject({
    /** Such as `ndots` or `use-vc`. */
    name: text('the name of an option of a resolver'),
    /** @default none, for options without a value */
    value: text('the value of an option').optional(),
  }),
  'a mapping with name and value',
);

/**
 * DNS configuration of some VMs, instead of `network.dns` for all.
 *
 * @example
 * dnsConfig:
 *   nameservers:
 *     - 10.20.0.53
 */
export const dnsConfig = field(
  z.strictObject({
    /** DNS servers, as in `network.dns.servers`. */
    nameservers: dnsFields.servers.optional(),
    /** Domains that short names are looked up in. */
    searches: dnsFields.searches.optional(),
    /** Options of the resolver. @see https://man7.org/linux/man-pages/man5/resolv.conf.5.html */
    options: listOf(option, 'a list of options of a resolver').optional(),
  }),
  'a mapping with nameservers, searches or options',
).optional();
