// SPDX-License-Identifier: Apache-2.0
import { withWorkloadSettings } from '@strata/manifest-objects';
import type { Manifest } from '@strata/manifests';
import type { UserClusterConfig } from '../../config/index.ts';
import { waitingForWorkers } from '../without-workers.ts';

type Configuration = Pick<UserClusterConfig, 'kubernetes' | 'pools'>;

/** Its Deployment, and the container in it. */
const workload = 'Deployment/kube-system/metrics-server';
const container = 'metrics-server';

/**
 * Returns the flag by which metrics-server trusts kubelets. A kubelet whose certificate the cluster has
 * signed is verified; the others have certificates that they signed themselves, as kubeadm leaves them.
 *
 * @see https://github.com/kubernetes-sigs/metrics-server/blob/v0.8.0/README.md#requirements
 */
function trustOf({ kubernetes }: Configuration): string {
  return kubernetes.kubelet.requestServingCertificates
    ? '--kubelet-certificate-authority=/var/run/secrets/kubernetes.io/serviceaccount/ca.crt'
    : '--kubelet-insecure-tls';
}

/**
 * Returns the locked manifest of metrics-server with the settings of this cluster. In a cluster without
 * workers nothing waits for its pod, which has no node to run on.
 *
 * @param manifest - of the component `metrics-server`.
 */
export function renderMetricsServer(manifest: Manifest, config: Configuration): Manifest {
  const told = withWorkloadSettings(manifest.objects, {
    [workload]: { [container]: { args: [trustOf(config)] } },
  });
  return { ...manifest, objects: waitingForWorkers(told, config) };
}
