// SPDX-License-Identifier: Apache-2.0
export type {
  BootstrapArgs,
  ControlPlaneBootstrapArgs,
  LastingBootstrapArgs,
  WorkerBootstrapArgs,
} from './bootstrap-args.ts';
export type { BootstrapKeys } from './bootstrap-of.ts';
export { controlPlaneBootstrap, workerBootstrap } from './bootstrap-of.ts';
export type { ClusterAuthority, ControlPlaneKeys, KeyPair } from './key-material.ts';
export { announceOldSystems } from './announce-old-systems.ts';
export { checkKubernetes } from './check-kubernetes.ts';
export { checkStartUp } from './check-start-up.ts';
export { initTokenDescription, machineCertificateDays } from './kubeadm-config.ts';
export type { KubernetesMinor } from './kubernetes-minors.ts';
export { findMinor, kubernetesMinors } from './kubernetes-minors.ts';
export { etcdDisk } from './etcd-disk.ts';
export { renderUserData } from './render-user-data.ts';
export type { StartUpSecret } from './start-up-secrets.ts';
export { startUpSecrets } from './start-up-secrets.ts';
export type { MachineParts, UserData, UserDataArgs } from './user-data.ts';
export { createUserData } from './user-data.ts';
