// SPDX-License-Identifier: Apache-2.0
import type { Manifest } from '@strata/manifests';
import type { UserClusterConfig } from '../../config/index.ts';

type Configuration = Pick<UserClusterConfig, 'kubernetes' | 'pools'>;

interface Workload {
  readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
  readonly spec: {
    readonly template: {
      readonly spec: { readonly containers: readonly { readonly args?: readonly string[] }[] };
    };
  };
}

/** Pulumi does not wait until the object is ready. */
const doesNotWait = { 'pulumi.com/skipAwait': 'true' };

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
  const hasWorkers = config.pools.some(({ replicas }) => replicas > 0);
  const objects = manifest.objects.map((object) => {
    if (object.kind !== 'Deployment') return object;
    const { metadata, spec } = object as typeof object & Workload;
    const { spec: pod } = spec.template;
    const containers = pod.containers.map((container) => ({
      ...container,
      args: [...(container.args ?? []), trustOf(config)],
    }));
    const annotations = { ...metadata.annotations, ...(hasWorkers ? {} : doesNotWait) };
    return {
      ...object,
      metadata: { ...object.metadata, annotations },
      spec: { ...spec, template: { ...spec.template, spec: { ...pod, containers } } },
    };
  });
  return { ...manifest, objects };
}
