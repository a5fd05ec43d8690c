// SPDX-License-Identifier: Apache-2.0

/** Settings that all machines of a cluster share, as one of their objects says them. */
export interface SharedKeys {
  /** Pods that a node may have. */
  readonly maxPods?: string | undefined;
  /** Whether kubelets request their serving certificates from the cluster. */
  readonly servingCertificates?: string | undefined;
  /** Time servers. */
  readonly ntp: readonly string[];
}

/** Keys of the cluster's file that all machines share, and messages about machines that differ. */
export interface ClusterKeys {
  readonly kubernetes: Readonly<Record<string, unknown>>;
  readonly network: Readonly<Record<string, unknown>>;
  readonly lines: readonly string[];
}

/** Returns the message about machines with other numbers of pods than the rest. */
function maxPodsLines(all: readonly SharedKeys[], chosen: number | undefined): string[] {
  if (chosen === undefined) return [];
  const isSame = all.every(({ maxPods }) => maxPods === String(chosen));
  const line = `kubelets: max-pods is not the same for all machines; kubernetes.kubelet.maxPods is ${chosen} for all`;
  return isSame ? [] : [line];
}

/** Returns the keys that the objects of single machines say, and all machines of a cluster have here. */
export function clusterKeys(all: readonly SharedKeys[]): ClusterKeys {
  const numbers = all.flatMap(({ maxPods }) => (maxPods === undefined ? [] : [Number(maxPods)]));
  const maxPods = numbers.length === 0 ? undefined : Math.max(...numbers);
  const isRequested = all.some(({ servingCertificates }) => servingCertificates === 'true');
  const kubelet = {
    ...(maxPods !== undefined && { maxPods }),
    ...(isRequested && { requestServingCertificates: true }),
  };
  const ntp = [...new Set(all.flatMap((one) => one.ntp))];
  return {
    kubernetes: Object.keys(kubelet).length > 0 ? { kubelet } : {},
    network: ntp.length > 0 ? { ntp } : {},
    lines: maxPodsLines(all, maxPods),
  };
}
