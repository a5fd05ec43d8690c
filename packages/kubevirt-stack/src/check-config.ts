// SPDX-License-Identifier: Apache-2.0
import { defaultRelease, findRelease } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext, CheckedConfig } from './checks/check-context.ts';
import { checkCdi } from './images/check-cdi.ts';
import { checkGoldenImages } from './images/check-golden-images.ts';
import { checkMachines } from './machines/check-machines.ts';
import { checkMonitoring } from './monitoring/check-monitoring.ts';
import { checkNetwork } from './network/check-network.ts';
import { checkRelease } from './release/check-release.ts';
import { checkClusterDefaults } from './tenants/check-cluster-defaults.ts';
import { checkVirtualization } from './virtualization/check-virtualization.ts';

const checks: readonly Check[] = [
  checkVirtualization,
  checkCdi,
  checkGoldenImages,
  checkNetwork,
  checkClusterDefaults,
  checkMachines,
  checkMonitoring,
];

/**
 * Reports every problem of a configuration that has passed its schema. If the release is unknown,
 * the rest is checked against the default release.
 */
export function checkConfig(config: CheckedConfig, context: CheckContext): Problem[] {
  const release = context.release ?? findRelease(defaultRelease);
  return [
    ...checkRelease(config, context),
    ...checks.flatMap((check) => check(config, { ...context, release })),
  ];
}
