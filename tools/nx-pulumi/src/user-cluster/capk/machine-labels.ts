// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { allowedLabels } from '../translate/node-keys.ts';
import type { NodeLabels } from '../translate/node-keys.ts';
import type { Source } from '../translate/source.ts';

/** Whether Cluster API gives a label of a Machine to its node. */
const isManaged = (key: string) => {
  const [domain = ''] = key.split('/');
  return (
    domain === 'node-role.kubernetes.io' ||
    ['node-restriction.kubernetes.io', 'node.cluster.x-k8s.io'].some(
      (one) => domain === one || domain.endsWith(`.${one}`),
    )
  );
};

/**
 * Returns the labels of Machines that their nodes have. Those of Cluster API itself, which say to which
 * cluster a Machine belongs, are not missed.
 *
 * @see https://github.com/kubernetes-sigs/cluster-api/blob/v1.13.4/api/core/v1beta2/machine_types.go `ManagedNodeLabelDomain`
 */
export function labelsOfMachines(title: string, source: Source, path: string): NodeLabels {
  const said = source.take(path);
  const labels = isMapping(said) ? Object.entries(said) : [];
  const others = labels
    .map(([key]) => key)
    .filter((key) => !isManaged(key) && !/(^|\.)cluster\.x-k8s\.io\//.test(key));
  const managed = labels
    .filter(([key]) => isManaged(key))
    .map(([key, value]) => [key, typeof value === 'string' ? value : ''] as const);
  const { labels: kept, lines } = allowedLabels(managed, `${title}: ${path}`);
  return {
    labels: kept,
    lines: [
      ...lines,
      ...others.map(
        (key) => `${title}: ${path}.${key} is left out: Cluster API gives it to no node`,
      ),
    ],
  };
}
