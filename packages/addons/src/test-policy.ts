// SPDX-License-Identifier: Apache-2.0
import type { SriovPolicyConfig } from './config/index.ts';

/** A policy for all cards of a vendor, for unit tests. */
export const testPolicy: SriovPolicyConfig = {
  name: 'fast',
  resourceName: 'fast',
  nicSelector: { vendor: '15b3' },
  numVfs: 8,
  deviceType: 'vfio-pci',
  priority: 99,
};
