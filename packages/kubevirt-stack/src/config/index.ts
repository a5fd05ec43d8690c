// SPDX-License-Identifier: Apache-2.0
export type { ImageConfig } from './image-fields.ts';
export type { KubevirtStackConfig } from './kubevirt-stack-config.ts';
export { kubevirtStackConfig } from './kubevirt-stack-config.ts';
export type { FlavorName, Instancetype, Preference } from './machine-fields.ts';
export type { BgpPeerConfig, MetallbConfig } from './metallb-fields.ts';
export type { AlertThresholds } from './monitoring-alert-fields.ts';
export type { MonitoringConfig } from './monitoring-fields.ts';
export type { NetworkConfig } from './network-fields.ts';
