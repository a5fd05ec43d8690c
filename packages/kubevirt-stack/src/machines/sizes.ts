// SPDX-License-Identifier: Apache-2.0

/** Entry point `@strata/kubevirt-stack/sizes`: the VM sizes that a platform offers. */
export { builtInMachines, flavors, offeredMachines } from './flavors.ts';
export { offeredCommonSizes, offeredSizes } from './offered-sizes.ts';
