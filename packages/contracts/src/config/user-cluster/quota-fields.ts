// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, wholeNumber } from '../field.ts';

/** What the users of the cluster may add with Services and claims of their own. */
const volumes = field(
  z.strictObject({
    /** How many volumes the user cluster may have. @default 50 */
    count: wholeNumber(0).default(50),
    /** Of all of them together. @default 500 */
    sizeGiB: wholeNumber(0).default(500),
  }),
  'a mapping with count or sizeGiB',
).prefault({});

/** Room for what nobody has thought of, such as machines that are made by hand. */
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
 * Limits of everything in the cluster's namespace on the infra cluster. What the machines need is
 * reckoned from the pools and the control plane; only what comes on top is said here.
 */
export const quota = field(
  z.strictObject({
    /** Whether there are limits at all. @default true */
    enabled: field(z.boolean(), 'true or false').default(true),
    /** How many LoadBalancer Services the user cluster may have. @default 10 */
    loadBalancers: wholeNumber(0).default(10),
    volumes,
    headroom,
  }),
  'a mapping with enabled, loadBalancers, volumes or headroom',
).prefault({});
