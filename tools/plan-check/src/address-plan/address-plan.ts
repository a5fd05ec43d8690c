// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import {
  addressRange,
  field,
  listOf,
  objectName,
  text,
  vlanId,
  wholeNumber,
} from '@strata/contracts/fields';

const ranges = field(listOf(addressRange, 'a list of ranges').min(1), 'a list of ranges');

/** Ranges that are divided into blocks of one size. */
const blocks = (prefixes: { readonly shortest: number; readonly longest: number }) =>
  field(
    z.strictObject({
      ranges,
      /** Prefix length of each cluster's block. */
      prefix: field(
        z.int().min(prefixes.shortest).max(prefixes.longest),
        `a whole number from ${prefixes.shortest} to ${prefixes.longest}`,
      ),
    }),
    'a mapping with ranges and prefix',
  );

/** A range of numbers, from first to last. */
const numbers = (least: number, most: number) => {
  const number = field(z.int().min(least).max(most), `a whole number from ${least} to ${most}`);
  return field(z.strictObject({ first: number, last: number }), 'a mapping with first and last');
};

/**
 * The addresses, VLANs and ports that the user clusters of one environment choose from,
 * `stacks/address-plan/<environment>.yaml`. Each cluster's choice is in its own file; the plan
 * itself assigns nothing.
 */
export const addressPlan = z.strictObject({
  /** Addresses of pods. */
  pods: blocks({ shortest: 8, longest: 24 }),
  /** Addresses of Services. @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ */
  services: blocks({ shortest: 12, longest: 24 }),
  /** Addresses of the clusters' API servers, out of a load balancer pool of the platform. */
  endpoints: field(z.strictObject({ ranges }), 'a mapping with ranges'),
  /** IDs of VLANs on the hosts' bridge, for clusters that have a VLAN of their own. */
  vlans: field(
    z.strictObject({ first: vlanId(), last: vlanId(), bridge: text('the name of a bridge') }),
    'a mapping with bridge, first and last',
  ).optional(),
  /**
   * UDP ports of the tunnels between a cluster's nodes. Two clusters in one VLAN need different
   * ports.
   */
  tunnelPorts: numbers(1024, 29_999),
  /** MTU of the infra cluster's pod network, in bytes: every cluster's `network.mtu`. */
  mtu: wholeNumber(1280),
  /**
   * Environments of one site share switches and routers, so two of them must not use the same
   * address or VLAN. An environment that shares nothing with the others names a site of its own.
   *
   * @default "default"
   */
  site: objectName().default('default'),
  /** Addresses of the hosts, and of other devices in their networks. @default none are known */
  nodes: field(z.strictObject({ ranges }), 'a mapping with ranges').optional(),
  /**
   * Addresses inside the infra cluster, which its user clusters must not use.
   *
   * @default KubeOne's, for pods and Services
   */
  infra: field(
    z.strictObject({
      /** Addresses of its pods. */
      pods: ranges.optional(),
      /** Addresses of its Services. */
      services: ranges.optional(),
    }),
    'a mapping with pods and services',
  ).optional(),
});

/** The addresses, VLANs and ports that the user clusters of one environment choose from. */
export type AddressPlan = z.output<typeof addressPlan>;

/** Returns the path of an environment's plan, from the root of the repository. */
export function addressPlanFile(environment: string): string {
  return `stacks/address-plan/${environment}.yaml`;
}
