// SPDX-License-Identifier: Apache-2.0
import { planUse } from '@strata/plan-check/address-plan';
import type { EnvironmentFiles } from '@strata/plan-check/address-plan';
import type { AddressArea } from '../model.ts';

/**
 * Returns the shares that clusters have of the address plan and of the load balancer pools of their
 * environment.
 */
export function collectAddresses(files: EnvironmentFiles): AddressArea[] {
  return planUse(files).map(({ file, name, path, ranges, unit }) => ({
    name,
    unit,
    source: { file, key: path },
    ranges: ranges.map(({ free, shares, text, units }) => ({
      text,
      units,
      free,
      shares: shares.map((share) => ({
        cluster: share.cluster,
        text: share.text,
        start: share.start,
        length: share.length,
        source: { file: share.file, key: share.path },
      })),
    })),
  }));
}
