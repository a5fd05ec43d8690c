// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '../config/index.ts';
import type { GateLists } from './resolve-feature-gates.ts';

type Settings = KubevirtStackConfig['kubevirt'];

/** Leaves out an empty list: releases before 1.8 do not know all of the lists. */
function listed(gates: readonly string[]): string[] | undefined {
  return gates.length === 0 ? undefined : [...gates];
}

function renderDeveloperConfiguration(settings: Settings, gates: GateLists) {
  return {
    featureGates: [...gates.enabled],
    disabledFeatureGates: listed(gates.disabled),
    cpuAllocationRatio: settings.cpuAllocationRatio,
    memoryOvercommit: settings.memoryOvercommitPercent,
  };
}

/**
 * Returns `spec.configuration` of the KubeVirt object. Settings that are left out keep the
 * release's built-in value.
 *
 * @see https://kubevirt.io/api-reference/main/definitions.html#_v1_kubevirtconfiguration
 */
export function renderConfiguration(settings: Settings, gates: GateLists) {
  const { additionalGuestMemoryOverheadRatio: overhead, ksm } = settings;
  return {
    developerConfiguration: renderDeveloperConfiguration(settings, gates),
    migrations: settings.migrations,
    evictionStrategy: settings.evictionStrategy,
    cpuModel: settings.cpuModel,
    additionalGuestMemoryOverheadRatio: overhead === undefined ? undefined : String(overhead),
    virtualMachineInstancesPerNode: settings.virtualMachineInstancesPerNode,
    ksmConfiguration: ksm && { nodeLabelSelector: selectorOf(ksm.nodeSelector) },
    permittedHostDevices: settings.permittedHostDevices,
    mediatedDevicesConfiguration: settings.mediatedDevicesConfiguration,
    vmRolloutStrategy: settings.vmRolloutStrategy,
    liveUpdateConfiguration: settings.liveUpdateConfiguration,
    // Off by default, so that user clusters choose only from the platform's own list, which
    // previews check.
    commonInstancetypesDeployment: { enabled: settings.commonInstancetypes },
  };
}

/**
 * Leaves out empty labels: KubeVirt's operator rewrites its object without them, which would be
 * drift.
 */
function selectorOf(labels: Readonly<Record<string, string>>) {
  return Object.keys(labels).length === 0 ? {} : { matchLabels: labels };
}
