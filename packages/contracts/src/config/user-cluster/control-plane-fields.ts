// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, text, wholeNumber } from '../field.ts';
import { machineFields } from './machine-fields.ts';

/** The machines that run the cluster's API. */
export const controlPlane = field(
  z.strictObject({
    ...machineFields,
    replicas: wholeNumber(1).default(1),
    endpoint: field(
      z.strictObject({
        /** A free address of one of the platform's load balancer pools. */
        address: text('an address'),
      }),
      'a mapping with address',
    ),
    /** The disk that outlives the machine: the cluster's whole state is on it. */
    etcdDisk: field(z.strictObject({ sizeGiB: wholeNumber(2).default(8) }), 'a mapping').prefault(
      {},
    ),
  }),
  'a mapping with instancetype, rootDisk and endpoint',
);
