// SPDX-License-Identifier: Apache-2.0
import {
  cidr,
  customNetworkPolicy,
  field,
  ipv4Cidr,
  listOf,
  portNumber,
  trueOrFalse,
} from '@strata/contracts/fields';
import { z } from 'zod';

/** Addresses that may connect; an empty list would be mistaken for "everybody". */
export const sources = () =>
  field(z.array(cidr()).min(1), 'a list of ranges of addresses like "10.200.10.0/24"').optional();

/**
 * Addresses of servers that pods may reach: IPv4 alone, as clusters have it. Ranges of IPv6 would contain
 * the infra cluster and other clusters, which nothing takes out of them.
 */
export const servers = () =>
  field(
    z.array(ipv4Cidr()).min(1),
    'a list of ranges of IPv4 addresses like "10.200.10.0/24"',
  ).optional();

/** The servers from which VMs and disk imports get images and packages. */
const registries = field(
  z.strictObject({
    /**
     * Registries or mirrors at private addresses must be listed here: nothing private is reachable
     * otherwise.
     *
     * @default the internet: IPv4 without private and reserved addresses, those of the infra
     * cluster, of its API and its hosts and the platform's load balancer addresses
     */
    addresses: servers(),
    /** TCP ports. @default [80, 443] */
    ports: field(z.array(portNumber()).min(1), 'a list of ports').default([80, 443]),
  }),
  'a mapping with addresses or ports',
).prefault({});

/**
 * The traffic that VMs may have in addition to that of their own cluster. Everything else is
 * denied, in both directions. This covers the pod network of the infra cluster, but no further
 * interface of a VM.
 *
 * @example
 * isolation:
 *   apiSources:
 *     - 10.200.10.0/24
 */
export const isolation = field(
  z.strictObject({
    /**
     * Addresses that may reach the cluster's API, which in any case requires a certificate or
     * token. If addresses are listed, the API's Service must preserve them (`externalTrafficPolicy:
     * Local`).
     *
     * @default anywhere
     */
    apiSources: sources(),
    /**
     * Addresses that may reach LoadBalancer and NodePort Services of the cluster.
     * @default anywhere
     */
    loadBalancerSources: sources(),
    registries,
    /**
     * Whether the cluster's controllers on the infra cluster may reach the infra cluster's API only
     * at its known addresses, instead of any address at its ports. It must be false if the infra
     * cluster's pod network is Cilium, whose policies do not match hosts by address unless
     * configured to (`policyCIDRMatchMode: nodes`).
     *
     * @default true
     */
    restrictControllers: trueOrFalse().default(true),
    /** Policies in addition to these, which can only allow more. */
    customNetworkPolicies: listOf(customNetworkPolicy, 'a list of policies').default([]),
  }),
  'a mapping with apiSources, loadBalancerSources, registries or customNetworkPolicies',
).prefault({});
