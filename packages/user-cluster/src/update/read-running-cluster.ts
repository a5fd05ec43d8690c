// SPDX-License-Identifier: Apache-2.0
import { askInfraCluster } from '@strata/cluster-client/ask-infra-cluster';
import { annotationKeys, labelKeys } from '@strata/contracts';
import { backupObjects } from '../backup/render-backup-pod.ts';
import { startUpSecrets } from '../bootstrap/index.ts';
import { controlPlaneGroup } from '../machines/index.ts';
import { recordedBackupSteps, recordedKeys, recordedPoolSteps } from '../rotation/recorded-keys.ts';
import { readBackupVolume } from './backup-volume.ts';
import { readEtcdDisks } from './etcd-disks.ts';
import { foundMachines } from './found-machine.ts';
import { foundPools } from './found-pool.ts';
import type { FoundItem } from './found-item.ts';
import { foundLoadBalancers } from './found-load-balancer.ts';
import type { FoundService } from './found-load-balancer.ts';
import { readLastingValues } from './lasting-keys.ts';
import type { RunningCluster } from './running-cluster.ts';

/** Names of all control-plane VMs that a cluster can have. */
const controlPlaneMachines = [0, 1, 2].map((index) => `${controlPlaneGroup}-${index}`);

interface List {
  readonly items: readonly FoundItem[];
}

/** Selects the Secrets that Strata made, and the snapshots that the CSI driver made. */
const ofClusters = `?labelSelector=${encodeURIComponent(labelKeys.clusterName)}`;

/**
 * Asks the infra cluster for the VMs, the disks of etcd and the volume of backups of a user cluster. The
 * infra cluster knows them even when the user cluster does not answer, and after an update that failed,
 * when the state still has the previous inputs.
 *
 * @param kubeconfig - of the infra cluster.
 * @throws RunError when it cannot be asked.
 */
export async function readRunningCluster(
  kubeconfig: string,
  namespace: string,
): Promise<RunningCluster> {
  const [machines, pools, etcdDisks, snapshots, api, secrets, backupVolume, services] =
    await askInfraCluster(kubeconfig, (reader) =>
      Promise.all([
        reader.get<List>(`/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines`),
        reader.get<List>(
          `/apis/pool.kubevirt.io/v1beta1/namespaces/${namespace}/virtualmachinepools`,
        ),
        readEtcdDisks(reader, namespace, controlPlaneMachines),
        reader.get<List>(
          `/apis/snapshot.storage.k8s.io/v1/namespaces/${namespace}/volumesnapshots${ofClusters}`,
        ),
        reader.get<FoundItem>(`/api/v1/namespaces/${namespace}/services/api`),
        reader.get<List>(`/api/v1/namespaces/${namespace}/secrets${ofClusters}`),
        readBackupVolume(reader, namespace),
        reader.get<{ readonly items: readonly FoundService[] }>(
          `/api/v1/namespaces/${namespace}/services`,
        ),
      ]),
    );
  const items = { machines: machines?.items ?? [], secrets: secrets?.items ?? [] };
  const keys = recordedKeys(controlPlaneMachines, items.machines, items.secrets);
  // VMs of pools have no annotation with their version: a changed annotation in the template would
  // replace them.
  return {
    controlPlane: versionsIn(machines).map(([, version]) => version),
    pools: Object.fromEntries(versionsIn(pools)),
    foundPools: foundPools(pools?.items ?? [], items.machines),
    foundMachines: foundMachines(items.machines),
    startUpSecrets: startUpSecrets(items.secrets),
    etcdDisks,
    backupVolume,
    volumeSnapshots: snapshots?.items.length ?? 0,
    loadBalancers: foundLoadBalancers(services?.items ?? []),
    keySteps: keys.map(({ steps }) => steps),
    poolSteps: recordedPoolSteps(pools?.items ?? [], items.machines),
    backupSteps: recordedBackupSteps(backupObjects.client, items.secrets),
    foundKeys: keys.map(({ owner, fingerprints }) => ({ owner, fingerprints })),
    lasting: readLastingValues(api?.metadata.annotations?.[annotationKeys.lasting]),
  };
}

function versionsIn(list: List | undefined): [name: string, version: string][] {
  return (list?.items ?? []).flatMap(({ metadata: { name, annotations } }) => {
    const version = annotations?.[annotationKeys.kubernetes];
    return version === undefined ? [] : [[name, version] as [string, string]];
  });
}
