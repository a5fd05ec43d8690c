// SPDX-License-Identifier: Apache-2.0
import { field, trueOrFalse, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';

/** Limits of the volumes that users of the cluster may add with claims, and of their snapshots. */
const volumes = field(
  z.strictObject({
    /** Number of volumes that the user cluster may have. @default 50 */
    count: wholeNumber(0).default(50),
    /** Total size of all volumes. @default 500 */
    sizeGiB: wholeNumber(0).default(500),
    /** Number of snapshots that the user cluster may have of them. @default 100 */
    snapshots: wholeNumber(0).default(100),
  }),
  'a mapping with count, sizeGiB or snapshots',
).prefault({});

/** Reserve for objects that Strata does not know of, such as VMs that are made by hand. */
const headroom = field(
  z.strictObject({
    /** Virtual CPUs. @default 0 */
    cpu: wholeNumber(0).default(0),
    /** @default 0 */
    memoryGiB: wholeNumber(0).default(0),
    /** @default 10 */
    pods: wholeNumber(0).default(10),
  }),
  'a mapping with cpu, memoryGiB or pods',
).prefault({});

/**
 * Limits of everything in the cluster's namespace on the infra cluster. What the VMs need is
 * calculated from the pools and the control plane; only additions to that are configured here.
 *
 * @example
 * quota:
 *   loadBalancers: 20
 */
export const quota = field(
  z.strictObject({
    /** Whether there is a quota. @default true */
    enabled: trueOrFalse().default(true),
    /** Number of LoadBalancer Services that the user cluster may have. @default 10 */
    loadBalancers: wholeNumber(0).default(10),
    /**
     * Number of ports for each of these Services; one may have more when others have fewer. Every port
     * takes a node port of the infra cluster, of which all clusters share 2768.
     *
     * @default 16
     */
    loadBalancerPorts: wholeNumber(1).default(16),
    volumes,
    headroom,
  }),
  'a mapping with enabled, loadBalancers, loadBalancerPorts, volumes or headroom',
).prefault({});
