// SPDX-License-Identifier: Apache-2.0
import type { ControlPlaneBootstrapArgs } from '../../bootstrap/index.ts';
import { kubeadmConfigs } from '../../bootstrap/kubeadm-config.ts';

/** A flag as kubeadm's configuration has it. */
export interface Flag {
  readonly name: string;
  readonly value: string;
}

/** kubeadm's configuration of a cluster, as far as labs change it. */
export interface ClusterConfiguration {
  readonly kind: string;
  readonly apiServer: { readonly extraArgs: readonly Flag[] };
  readonly controllerManager: { readonly extraArgs: readonly Flag[] };
  readonly etcd: { readonly local: object };
}

type Document = Readonly<Record<string, unknown>> & { readonly kind: string };

function documentsOf(args: ControlPlaneBootstrapArgs): readonly Document[] {
  const text = kubeadmConfigs(args)['kubeadm.yaml'] ?? '';
  return text.split('---\n').map((one) => JSON.parse(one) as Document);
}

function documentOf(args: ControlPlaneBootstrapArgs, wanted: string): Document {
  const found = documentsOf(args).find(({ kind }) => kind === wanted);
  if (found === undefined) throw new Error(`kubeadm's configuration has no ${wanted}`);
  return found;
}

/** Returns the cluster as kubeadm's configuration of a VM has it. */
export function clusterConfiguration(args: ControlPlaneBootstrapArgs): ClusterConfiguration {
  return documentOf(args, 'ClusterConfiguration') as unknown as ClusterConfiguration;
}

/**
 * Returns kubeadm's configuration of a VM with another cluster and another name of its node. Its settings of
 * the machine itself, such as the socket of containerd and patches of the kubelet, are left out.
 */
export function kubeadmText(
  args: ControlPlaneBootstrapArgs,
  nodeName: string,
  change: (cluster: ClusterConfiguration) => object,
): string {
  const init = {
    ...documentOf(args, 'InitConfiguration'),
    nodeRegistration: { name: nodeName },
    patches: undefined,
  };
  const cluster = change(clusterConfiguration(args));
  return [init, cluster].map((one) => JSON.stringify(one)).join('\n---\n');
}
