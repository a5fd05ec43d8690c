// SPDX-License-Identifier: Apache-2.0

/** The door `@strata/kubevirt-stack/sizes`: which sizes of machines a platform offers. */
export { builtInMachines, flavors } from './flavors.ts';
export { offeredSizes } from './offered-sizes.ts';
