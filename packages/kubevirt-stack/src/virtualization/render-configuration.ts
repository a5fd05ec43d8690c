// SPDX-License-Identifier: Apache-2.0
import type { KubevirtStackConfig } from '@strata/contracts';
import type { GateLists } from './resolve-feature-gates.ts';

type Settings = KubevirtStackConfig['kubevirt'];

/** Lists that are empty are left out: releases before 1.8 do not know all of them. */
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
 * `spec.configuration` of the KubeVirt object. What the settings leave out is left out here: it stays
 * what the release has built in.
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
    // Off unless asked for: the platform's own list is what user clusters choose from, and what
    // previews check.
    commonInstancetypesDeployment: { enabled: settings.commonInstancetypes },
  };
}

/** KubeVirt's operator writes its object anew and leaves empty labels out: that would be drift. */
function selectorOf(labels: Readonly<Record<string, string>>) {
  return Object.keys(labels).length === 0 ? {} : { matchLabels: labels };
}
