// SPDX-License-Identifier: Apache-2.0
export { checkHostLabels } from './check-host-labels.ts';
export { checkLoadBalancersOff } from './check-load-balancers-off.ts';
export { checkSelectorless } from './check-selectorless.ts';
export { createCloudController } from './cloud-controller.ts';
export type { ControllerArgs, InfraControllerArgs } from './infra-controller.ts';
export { createInfraController, tenantKubeconfig, tenantVolume } from './infra-controller.ts';
export { restrictedContainer, restrictedPod } from './restricted-pod.ts';
export type { ImageSource } from './tenant-images.ts';
export { platformRelease, tenantImage } from './tenant-images.ts';
