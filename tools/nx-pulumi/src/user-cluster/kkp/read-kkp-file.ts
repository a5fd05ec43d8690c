// SPDX-License-Identifier: Apache-2.0
import { isOfKind, onlyOne, readObjects } from '../translate/read-objects.ts';

/** Objects of a KKP file that describe one user cluster. */
export interface KkpFile {
  /** The object `Cluster`; undefined where the file has none. */
  readonly cluster: object | undefined;
  readonly deployments: readonly object[];
}

const groups = { Cluster: 'kubermatic.k8c.io', MachineDeployment: 'cluster.k8s.io' } as const;

/**
 * Reads a Cluster and MachineDeployments of KKP, as `kubectl get -o yaml` prints them.
 *
 * @param name - of the file, for errors.
 * @throws Error when the text is no YAML, has objects of several clusters, or none that is of use.
 */
export function readKkpFile(name: string, text: string): KkpFile {
  const objects = readObjects(name, text);
  const of = (kind: keyof typeof groups) =>
    objects.filter((one) => isOfKind(one, kind, groups[kind]));
  const deployments = of('MachineDeployment');
  const cluster = onlyOne(name, 'Cluster', of('Cluster'));
  if (cluster === undefined && deployments.length === 0) {
    const hasSeed = objects.some((one) => isOfKind(one, 'Seed', groups.Cluster));
    const hint = hasSeed ? ' A Seed is for "npx strata new environment NAME --from-kkp-seed".' : '';
    throw new Error(
      `${name} has neither a Cluster (kubermatic.k8c.io) nor a MachineDeployment (cluster.k8s.io) of KKP.${hint}`,
    );
  }
  return { cluster, deployments };
}
