// SPDX-License-Identifier: Apache-2.0
import {
  field,
  ipv4Address,
  listOf,
  objectName,
  serverName,
  text,
  wholeNumber,
  storageFields,
} from '@strata/contracts/fields';
import { z } from 'zod';
import { machineFields } from './machine-fields.ts';

const endpoint = field(
  z.strictObject({
    /**
     * A free address of one of the platform's load balancer pools; the API listens on its port
     * 6443.
     */
    address: ipv4Address(),
    /** Further names and addresses in the API's certificate. @default [] */
    alternativeNames: listOf(serverName(), 'a list of names').default([]),
  }),
  'a mapping with address',
);

const etcdDisk = field(
  z.strictObject({
    sizeGiB: wholeNumber(2).default(8),
    /** @default the platform's */
    className: storageFields.className.optional(),
  }),
  'a mapping with sizeGiB and className',
);

/**
 * The network in which several control-plane nodes reach each other: etcd's members need addresses
 * that do not change.
 */
const peers = field(
  z.strictObject({
    /**
     * One of the platform's networks or of `network.vlans`; every control-plane node gets a further
     * interface in it.
     */
    network: objectName(),
    /** Addresses of cp-0, cp-1 and cp-2, with the prefix length. */
    addresses: listOf(text('an address like "10.20.0.11/24"'), 'a list of addresses'),
  }),
  'a mapping with network and addresses',
);

/**
 * The nodes that run the cluster's API.
 *
 * @example
 * controlPlane:
 *   instancetype: standard-2
 *   rootDisk:
 *     image: ubuntu-24-04
 *   endpoint:
 *     address: 10.20.8.10
 */
export const controlPlane = field(
  z.strictObject({
    ...machineFields,
    /**
     * 1 or 3. It may grow from 1 to 3, and not shrink.
     */
    replicas: wholeNumber(1).default(1),
    endpoint,
    /** Required for 3 replicas. */
    peers: peers.optional(),
    /** The disk that outlives its VM: the cluster's whole state is on it. */
    etcdDisk: etcdDisk.prefault({}),
  }),
  'a mapping with instancetype, rootDisk and endpoint',
);

/** The checked `controlPlane` of a user cluster. */
export type ControlPlaneConfig = z.output<typeof controlPlane>;
