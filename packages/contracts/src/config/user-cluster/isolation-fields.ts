// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf } from '../field.ts';
import { cidr, customNetworkPolicy, portNumber } from './isolation-fields-policy.ts';

/** Who may connect; a list that names nobody would be mistaken for "everybody". */
export const sources = () =>
  field(z.array(cidr()).min(1), 'a list of ranges of addresses like "10.200.10.0/24"').optional();

/** Where the machines and the imports of their disks get images and packages from. */
const registries = field(
  z.strictObject({
    /**
     * A registry or mirror at a private address must be named here: nothing private is reachable
     * otherwise.
     *
     * @default the internet: IPv4 without private and reserved addresses, those of the infra
     * cluster and the platform's load balancer addresses
     */
    addresses: sources(),
    /** TCP. @default [80, 443] */
    ports: field(z.array(portNumber()).min(1), 'a list of ports').default([80, 443]),
  }),
  'a mapping with addresses or ports',
).prefault({});

/**
 * What traffic the machines may have beyond that of their own cluster. Everything else is denied,
 * in both directions. It covers the pod network of the infra cluster; no further interface of a
 * machine.
 */
export const isolation = field(
  z.strictObject({
    /**
     * Who may reach the cluster's API. It asks everybody for a certificate or token anyway. Where
     * addresses are named, the Service of the API must keep them (`externalTrafficPolicy: Local`).
     *
     * @default anywhere
     */
    apiSources: sources(),
    /** Who may reach LoadBalancer and NodePort Services of the cluster. @default anywhere */
    loadBalancerSources: sources(),
    registries,
    /**
     * Whether the controllers that work for the cluster on the infra cluster may reach the API of the
     * infra cluster at its known addresses alone, instead of any address at its ports. Where the
     * infra cluster's pod network is Cilium, whose policies do not know hosts by their addresses
     * unless told (`policyCIDRMatchMode: nodes`), it must be false.
     *
     * @default true
     */
    restrictControllers: field(z.boolean(), 'true or false').default(true),
    /** Policies beside these, which can only allow more. */
    customNetworkPolicies: listOf(customNetworkPolicy, 'a list of policies').default([]),
  }),
  'a mapping with apiSources, loadBalancerSources, registries or customNetworkPolicies',
).prefault({});
