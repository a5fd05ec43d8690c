// SPDX-License-Identifier: Apache-2.0
export type { BridgeConfig, HostProfileName, HostProfilesConfig } from './host-profile-fields.ts';
export type { HostConfig, SshConfig } from './hosts-fields.ts';
export type { ExistingConfig, InfraConfig } from './infra-config.ts';
export { infraConfig } from './infra-config.ts';
export type { KubeoneConfig } from './kubeone-fields.ts';
export type { PreflightConfig } from './preflight-fields.ts';
