// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import {
  addressRange,
  dottedName,
  field,
  kubernetesVersion,
  listOf,
  oneOf,
  text,
  trueOrFalse,
  wholeNumber,
} from '@strata/contracts/fields';
import { host } from '@strata/contracts';

const storageClass = field(
  z.strictObject({
    name: dottedName(),
    provisioner: text('the name of a provisioner'),
    /** @default Immediate */
    volumeBindingMode: oneOf(['Immediate', 'WaitForFirstConsumer']).default('Immediate'),
    /** Whether it is the cluster's default class. @default false */
    default: trueOrFalse().default(false),
    /** Whether volumes can grow. @default true */
    expansion: trueOrFalse().default(true),
    /** Whether volumes are reachable in some zones only. @default false */
    topologyBound: trueOrFalse().default(false),
    /** VolumeSnapshotClasses whose driver is the same provisioner. @default none */
    snapshotClasses: listOf(dottedName(), 'a list of VolumeSnapshotClasses').default([]),
  }),
  'a mapping with name and provisioner',
);

const ranges = listOf(addressRange, 'a list of ranges');

/**
 * The facts of an environment's infra cluster, `stacks/infra-facts/<environment>.yaml`: as planned
 * before it exists, and as found afterwards. Previews without a cluster and without the state's key
 * (pull requests from forks, a laptop on a train) use it.
 */
export const infraFacts = z.strictObject({
  /** Version of its API server, without a leading `v`. */
  kubernetes: kubernetesVersion(),
  /** Its hosts, with the resources of their nodes. */
  hosts: listOf(host, 'a list of hosts'),
  storageClasses: listOf(storageClass, 'a list of StorageClasses'),
  network: field(
    z.strictObject({
      podCidrs: ranges,
      serviceCidrs: ranges,
      /** Addresses of its DNS Service. */
      dnsServers: listOf(text('an address'), 'a list of addresses'),
      /** Where pods reach its API. */
      api: field(
        z.strictObject({
          addresses: listOf(text('an address'), 'a list of addresses'),
          /** @default [443, 6443] */
          ports: listOf(wholeNumber(1), 'a list of ports').default([443, 6443]),
        }),
        'a mapping with addresses and ports',
      ),
    }),
    'a mapping with podCidrs, serviceCidrs, dnsServers and api',
  ),
});

/** The facts of an environment's infra cluster. */
export type InfraFacts = z.output<typeof infraFacts>;

/** Returns the path of an environment's facts, from the root of the repository. */
export function infraFactsFile(environment: string): string {
  return `stacks/infra-facts/${environment}.yaml`;
}
