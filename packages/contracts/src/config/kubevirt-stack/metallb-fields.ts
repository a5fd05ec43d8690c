// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { addressRange } from '../address-range.ts';
import { field, objectName } from '../field.ts';

/** Addresses that LoadBalancer Services may get. */
const addressPool = field(
  z.strictObject({
    name: objectName(),
    addresses: field(
      z.array(addressRange).min(1),
      'a list of addresses like "10.0.0.10-10.0.0.20" or "10.0.0.0/28"',
    ),
    /** Whether a Service that asks for no pool may get an address of this one. */
    autoAssign: field(z.boolean(), 'true or false').default(true),
  }),
  'a mapping with name and addresses',
);

/** Which addresses MetalLB hands out and how it announces them, `kubevirt-stack:metallb`. */
export const metallb = field(
  z.strictObject({
    pools: field(z.array(addressPool).min(1), 'a list of at least one address pool'),
  }),
  'a mapping with pools',
);
