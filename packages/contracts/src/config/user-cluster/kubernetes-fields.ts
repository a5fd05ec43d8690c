// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, text } from '../field.ts';

/** The Kubernetes that runs on the machines. */
export const kubernetes = field(
  z.strictObject({
    /** Exact, without a leading `v`, for example `1.35.4`. */
    version: field(z.string().regex(/^1\.\d+\.\d+$/), 'a version like "1.35.4"'),
    /** Addresses of pods. No other cluster of the environment and not the infra cluster has them. */
    podCidr: text('a range of addresses like "10.100.0.0/16"'),
    /** Addresses of Services. */
    serviceCidr: text('a range of addresses like "10.101.0.0/16"'),
    dnsDomain: text('a domain name').default('cluster.local'),
  }),
  'a mapping with version, podCidr and serviceCidr',
);
