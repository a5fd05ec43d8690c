// SPDX-License-Identifier: Apache-2.0
export { checkLastingKeys } from './check-lasting-keys.ts';
export { checkUpdate } from './check-update.ts';
export type { EtcdDisk } from './etcd-disks.ts';
export type { BackupVolume } from './backup-volume.ts';
export { claimMebibytes, etcdDiskName } from './etcd-disks.ts';
export type { FoundMachine } from './found-machine.ts';
export type { FoundPool } from './found-pool.ts';
export { isUnfinished, keepsSize } from './found-pool.ts';
export { lastingValues } from './lasting-keys.ts';
export { readRunningCluster } from './read-running-cluster.ts';
export type { RunningCluster } from './running-cluster.ts';
export { newCluster } from './running-cluster.ts';
