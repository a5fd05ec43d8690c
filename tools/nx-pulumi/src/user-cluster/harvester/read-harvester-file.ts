// SPDX-License-Identifier: Apache-2.0
import { otherObjects } from '../translate/other-objects.ts';
import { isOfKind, onlyOne, readObjects } from '../translate/read-objects.ts';
import { References, referrerOf } from '../translate/references.ts';
import { HarvesterObjects } from './harvester-objects.ts';
import { knownKinds, translatedKinds } from './object-kinds.ts';

/** Objects of a file of Rancher and Harvester that describe one user cluster. */
export interface HarvesterFile {
  readonly cluster: object;
  /** HarvesterConfigs of the machine pools of the cluster, in their order. */
  readonly machines: readonly object[];
  /** Objects of Harvester itself. */
  readonly objects: HarvesterObjects;
  /** Messages about the other objects of the file. */
  readonly lines: readonly string[];
}

/** Path of the machine pools in a Cluster. */
export const poolsPath = 'spec.rkeConfig.machinePools';

/**
 * Reads the objects of Rancher that describe one cluster on Harvester, and those of Harvester that help to
 * translate it, as `kubectl get -o yaml` prints them.
 *
 * @param name - of the file, for errors.
 * @throws Error when the text is no YAML, has no Cluster or several, or when Rancher does not make the machines
 * of the cluster, on Harvester, with Linux.
 */
export function readHarvesterFile(name: string, text: string): HarvesterFile {
  const objects = readObjects(name, text);
  const all = objects.filter((one) => isOfKind(one, 'Cluster', translatedKinds.Cluster));
  const cluster = onlyOne(name, 'Cluster', all);
  if (cluster === undefined) {
    throw new Error(
      `${name} has no Cluster (provisioning.cattle.io) of Rancher: add it to its HarvesterConfigs.`,
    );
  }
  const { source, title } = referrerOf(cluster);
  const pools = source.entries(poolsPath);
  if (pools.length === 0) {
    throw new Error(
      `${name}: ${title} has no ${poolsPath}: only clusters are translated whose machines Rancher makes with its node driver for Harvester.`,
    );
  }
  const references = new References(name, objects, translatedKinds);
  const machines = pools.map((pool) => {
    const os = pool.text('machineOS');
    if (os !== undefined && os !== 'linux') {
      references.add(
        `${title}: ${pool.pathOf('machineOS')} is "${os}"; only machines with Linux are translated`,
      );
    }
    return (
      references.follow({ title, source: pool }, 'HarvesterConfig', ['machineConfigRef']) ?? {}
    );
  });
  references.refuse();
  return {
    cluster,
    machines,
    objects: new HarvesterObjects(objects),
    lines: otherObjects(
      objects,
      references.followed,
      knownKinds(source.text('metadata.name') ?? ''),
    ),
  };
}
