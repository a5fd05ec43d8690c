// SPDX-License-Identifier: Apache-2.0
import { parseConfig } from '@strata/contracts/program';
import { kubevirtStackConfig } from './config/index.ts';
import type { KubevirtStackConfig } from './config/index.ts';

/** Returns a configuration with the given values and defaults for the rest, for unit tests. */
export function testConfig(values: Readonly<Record<string, unknown>> = {}): KubevirtStackConfig {
  const all = {
    metallb: { pools: [{ name: 'default', addresses: ['10.0.0.10-10.0.0.20'] }] },
    storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
    ...values,
  };
  return parseConfig(kubevirtStackConfig, {
    project: 'kubevirt-stack',
    stack: 'sandbox',
    values: Object.fromEntries(
      Object.entries(all).map(([key, value]) => [
        `kubevirt-stack:${key}`,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    secretKeys: ['cdi', 'metallb', 'monitoring'].map((key) => `kubevirt-stack:${key}`),
  });
}
