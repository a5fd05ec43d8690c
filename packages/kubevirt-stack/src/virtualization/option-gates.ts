// SPDX-License-Identifier: Apache-2.0

/** An option of the configuration that has no effect unless a feature gate is on. */
export interface OptionGate {
  /** Keys below `kubevirt`. */
  readonly option: readonly [string, ...string[]];
  readonly gate: string;
  /** Completes "because ...". */
  readonly reason: string;
  readonly source: string;
}

const admitter =
  'https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go';

/**
 * The options that need a gate. All others work without one: live migration, live updates, KSM,
 * NUMA and GPUs no longer have a gate. VMs request mediated devices as GPUs, and PCI devices as GPUs or as
 * host devices, whose gate the sizes ask for, so those are not listed.
 */
export const optionGates: readonly OptionGate[] = [
  {
    option: ['permittedHostDevices', 'usb'],
    gate: 'HostDevices',
    reason: 'VMs may not ask for them otherwise',
    source: admitter,
  },
];
