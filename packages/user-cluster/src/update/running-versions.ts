// SPDX-License-Identifier: Apache-2.0
import { askInfraCluster } from '@strata/cluster-reader';
import { annotationKeys } from '@strata/contracts';

/** Versions of Kubernetes that a cluster's machines were made with; no machines, no versions. */
export interface RunningVersions {
  /** Of each machine of the control plane: two versions while an update is half done. */
  readonly controlPlane: readonly string[];
  /** By the name of the pool. */
  readonly pools: Readonly<Record<string, string>>;
}

interface List {
  readonly items: readonly {
    readonly metadata: {
      readonly name: string;
      readonly annotations?: Readonly<Record<string, string>>;
    };
  }[];
}

/**
 * Asks the infra cluster for the machines of a user cluster. It knows them whether or not the
 * cluster itself answers, and after an update that failed: the state then still says what was.
 *
 * @param kubeconfig - of the infra cluster.
 * @throws RunError when it cannot be asked.
 */
export async function readRunningVersions(
  kubeconfig: string,
  namespace: string,
): Promise<RunningVersions> {
  const [machines, pools] = await askInfraCluster(kubeconfig, ({ get }) =>
    Promise.all([
      get<List>(`/apis/kubevirt.io/v1/namespaces/${namespace}/virtualmachines`),
      get<List>(`/apis/pool.kubevirt.io/v1beta1/namespaces/${namespace}/virtualmachinepools`),
    ]),
  );
  // The machines of pools do not say it themselves: another text there would replace them.
  return {
    controlPlane: versionsIn(machines).map(([, version]) => version),
    pools: Object.fromEntries(versionsIn(pools)),
  };
}

function versionsIn(list: List | undefined): [name: string, version: string][] {
  return (list?.items ?? []).flatMap(({ metadata: { name, annotations } }) => {
    const version = annotations?.[annotationKeys.kubernetes];
    return version === undefined ? [] : [[name, version] as [string, string]];
  });
}
