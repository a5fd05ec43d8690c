// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import type { KubevirtStackConfig } from '../config/index.ts';
import { checkCertificates } from './check-certificates.ts';
import { releaseOf } from './gate-release.ts';
import { optionGates } from './option-gates.ts';
import { isGateOn, resolveFeatureGates } from './resolve-feature-gates.ts';

type Settings = KubevirtStackConfig['kubevirt'];

/** Returns whether an option is set, and not to an empty list. */
function isSet(settings: Settings, option: readonly string[]): boolean {
  const value = option.reduce<unknown>(
    (outer, key) => (outer as Readonly<Record<string, unknown>> | undefined)?.[key],
    settings,
  );
  return Array.isArray(value) ? value.length > 0 : value !== undefined;
}

function checkGates(settings: Settings, { release, cluster }: CheckContext): Problem[] {
  if (release === undefined) return [];
  const minor = releaseOf(release.components.kubevirt.version);
  const lists = { enabled: settings.featureGates, disabled: settings.disabledFeatureGates };
  const gates = resolveFeatureGates(lists, minor, cluster?.kubernetes);
  const missing = optionGates
    .filter(({ option, gate }) => isSet(settings, option) && !isGateOn(gate, gates, minor))
    .map(({ option, gate, reason }) => ({
      path: ['kubevirt', ...option],
      message: `needs the feature gate ${gate}, for ${reason}; add it to kubevirt.featureGates`,
    }));
  return [...gates.problems, ...missing];
}

/**
 * Reports an error for a device that is listed twice: under two names, KubeVirt silently offers
 * only the last one.
 */
function checkDevices({ permittedHostDevices }: Settings): Problem[] {
  const devices = permittedHostDevices?.pciHostDevices ?? [];
  return devices.flatMap(({ pciVendorSelector: selector, resourceName }, index): Problem[] => {
    const earlier = devices
      .slice(0, index)
      .find((one) => one.pciVendorSelector.toLowerCase() === selector.toLowerCase());
    if (earlier === undefined) return [];
    const message =
      earlier.resourceName === resourceName
        ? `"${selector}" is in the list already; remove one`
        : `"${selector}" is ${earlier.resourceName} already; give all devices of a kind one name`;
    const path = ['kubevirt', 'permittedHostDevices', 'pciHostDevices', index, 'pciVendorSelector'];
    return [{ path, message }];
  });
}

/**
 * Reports an error for live updates that cannot work: a VM gets new CPUs and memory by migrating
 * into a new virt-launcher.
 */
function checkLiveUpdate(settings: Settings): Problem[] {
  if (settings.liveUpdateConfiguration === undefined) return [];
  const path = ['kubevirt', 'liveUpdateConfiguration'];
  if (settings.vmRolloutStrategy === 'Stage') {
    const message = 'has no effect while vmRolloutStrategy is Stage; remove one of the two';
    return [{ path, message }];
  }
  if (settings.workloadUpdateStrategy.workloadUpdateMethods.includes('LiveMigrate')) return [];
  const message =
    'has no effect unless workloadUpdateStrategy.workloadUpdateMethods has LiveMigrate; add it, or remove this';
  return [{ path, message }];
}

function checkWorkloadUpdates({ workloadUpdateStrategy: strategy }: Settings): Problem[] {
  if (strategy.workloadUpdateMethods.includes('Evict')) return [];
  return (['batchEvictionSize', 'batchEvictionInterval'] as const)
    .filter((key) => strategy[key] !== undefined)
    .map((key) => ({
      path: ['kubevirt', 'workloadUpdateStrategy', key],
      message: 'has no effect unless workloadUpdateMethods has Evict; add it, or remove this',
    }));
}

/** Checks `kubevirt`. */
export const checkVirtualization: Check = ({ kubevirt }, context) => {
  if (kubevirt === undefined) return [];
  return [
    ...checkGates(kubevirt, context),
    ...checkDevices(kubevirt),
    ...checkLiveUpdate(kubevirt),
    ...checkWorkloadUpdates(kubevirt),
    ...checkCertificates(kubevirt.certificateRotateStrategy),
  ];
};
