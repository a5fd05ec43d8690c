// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { addressRange } from '../config/address-range.ts';
import { field, listOf, objectName, text, wholeNumber } from '../config/field.ts';
import { vlanId } from '../config/vlan-id.ts';

const ranges = field(listOf(addressRange, 'a list of ranges').min(1), 'a list of ranges');

/** Blocks of one size. */
const blocks = (prefixes: { readonly shortest: number; readonly longest: number }) =>
  field(
    z.strictObject({
      ranges,
      /** Length of the prefix of each cluster's block. */
      prefix: field(
        z.int().min(prefixes.shortest).max(prefixes.longest),
        `a whole number from ${prefixes.shortest} to ${prefixes.longest}`,
      ),
    }),
    'a mapping with ranges and prefix',
  );

/** Numbers from first to last. */
const numbers = (least: number, most: number) => {
  const number = field(z.int().min(least).max(most), `a whole number from ${least} to ${most}`);
  return field(z.strictObject({ first: number, last: number }), 'a mapping with first and last');
};

/**
 * What the user clusters of one environment choose from, `stacks/address-plan/<environment>.yaml`.
 * Each cluster's choice is written in its own file; the plan hands nothing out by itself.
 */
export const addressPlan = z.strictObject({
  /** Addresses of pods. */
  pods: blocks({ shortest: 8, longest: 24 }),
  /** Addresses of Services. @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/ */
  services: blocks({ shortest: 12, longest: 24 }),
  /** Addresses of clusters' APIs, out of a load balancer pool of the platform. */
  endpoints: field(z.strictObject({ ranges }), 'a mapping with ranges'),
  /** Ids of VLANs on the hosts' bridge, for clusters that have a VLAN of their own. */
  vlans: field(
    z.strictObject({ first: vlanId(), last: vlanId(), bridge: text('the name of a bridge') }),
    'a mapping with bridge, first and last',
  ).optional(),
  /** UDP ports of the tunnels between a cluster's nodes. Two clusters on one VLAN need two. */
  tunnelPorts: numbers(1024, 29_999),
  /** Largest packet of the infra cluster's pod network, in bytes: every cluster's `network.mtu`. */
  mtu: wholeNumber(1280),
  /**
   * Environments of one site share switches and routers, so no address and no VLAN of one may be
   * in another. One that has nothing in common with the others names a site of its own.
   *
   * @default "default"
   */
  site: objectName().default('default'),
  /** Addresses of the hosts, and of what else stands in their networks. @default none are known */
  nodes: field(z.strictObject({ ranges }), 'a mapping with ranges').optional(),
  /**
   * Addresses inside the infra cluster, which those of the user clusters on it may not have.
   *
   * @default KubeOne's, for pods and Services
   */
  infra: field(
    z.strictObject({
      /** Of its pods. */
      pods: ranges.optional(),
      /** Of its Services. */
      services: ranges.optional(),
    }),
    'a mapping with pods and services',
  ).optional(),
});

/** What the user clusters of one environment choose from. */
export type AddressPlan = z.output<typeof addressPlan>;

/** The file of an environment's plan, from the root of the repository. */
export function addressPlanFile(environment: string): string {
  return `stacks/address-plan/${environment}.yaml`;
}
