// SPDX-License-Identifier: Apache-2.0
import type { UserClusterConfig } from '../config/index.ts';
import { parseRecord } from '../rotation/parse-record.ts';

/** Values of keys that never change, by their paths, as the cluster was made with them. */
export type LastingValues = Readonly<Record<string, string>>;

/** A key of the configuration whose value never changes in the life of a cluster. */
interface LastingKey {
  readonly path: readonly [string, ...string[]];
  readonly of: (config: Partial<UserClusterConfig>) => string | number | boolean | undefined;
  /** Completes "... for the life of this cluster: ". */
  readonly why: string;
}

/** Keys that never change, in the order of the configuration's keys. */
export const lastingKeys: readonly LastingKey[] = [
  {
    path: ['kubernetes', 'podCidr'],
    of: ({ kubernetes }) => kubernetes?.podCidr,
    // https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/apis/core/validation/validation.go `ValidateNodeUpdate`
    why: 'every node has a part of it, and a node keeps its part',
  },
  {
    path: ['kubernetes', 'serviceCidr'],
    of: ({ kubernetes }) => kubernetes?.serviceCidr,
    // https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/apis/core/validation/validation.go `ValidateServiceUpdate`
    why: 'Services keep their addresses of it, and the first one is in the certificate of the API',
  },
  {
    path: ['kubernetes', 'dnsDomain'],
    of: ({ kubernetes }) => kubernetes?.dnsDomain,
    why: 'names in it are in the certificate of the API, and in what programs have been told',
  },
  {
    path: ['controlPlane', 'endpoint', 'address'],
    of: ({ controlPlane }) => controlPlane?.endpoint.address,
    why: 'it is in certificates, in kubeconfigs and in the machines',
  },
  {
    path: ['cni', 'type'],
    of: ({ cni }) => cni?.type,
    // https://github.com/cilium/cilium/blob/v1.20.2/plugins/cilium-cni/cni-uninstall.sh
    why: 'every node has it, and every pod an address of it: nodes would have none, or two that disturb each other',
  },
  {
    path: ['cni', 'kubeProxyReplacement'],
    of: ({ cni }) => cni?.kubeProxyReplacement,
    why: 'new machines would be without kube-proxy before the pod network replaces it, or have both',
  },
];

/** Returns the values of the keys that never change in a configuration. */
export function lastingValues(config: Partial<UserClusterConfig>): LastingValues {
  const entries = lastingKeys.flatMap(({ path, of }) => {
    const value = of(config);
    return value === undefined ? [] : [[path.join('.'), String(value)] as const];
  });
  return Object.fromEntries(entries);
}

/** Returns the values in the text of an annotation; none where the annotation is missing or damaged. */
export function readLastingValues(text = '{}'): LastingValues {
  const entries = Object.entries(parseRecord(text) ?? {});
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
