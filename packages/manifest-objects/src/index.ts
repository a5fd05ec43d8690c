// SPDX-License-Identifier: Apache-2.0
export { ManifestObject } from './manifest-object.ts';
export type { OperatorManifestArgs } from './operator-manifest.ts';
export { OperatorManifest } from './operator-manifest.ts';
export type { PodSecurityLevel, PodSecurityTable } from './pod-security.ts';
export { podSecurityLabels, withPodSecurity } from './pod-security.ts';
export type { Readiness, ReadinessTable } from './readiness.ts';
export { rewriteImages } from './rewrite-images.ts';
export { ManifestPatch } from './manifest-patch.ts';
export type { ContainerSettings, WorkloadSettings } from './workload-settings.ts';
export { withWorkloadSettings } from './workload-settings.ts';
