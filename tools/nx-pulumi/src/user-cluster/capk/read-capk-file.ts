// SPDX-License-Identifier: Apache-2.0
import { otherObjects } from '../translate/other-objects.ts';
import { isOfKind, onlyOne, readObjects } from '../translate/read-objects.ts';
import type { ReadObject } from '../translate/read-objects.ts';
import { References, referrerOf } from '../translate/references.ts';
import { Source } from '../translate/source.ts';
import { knownKinds } from './other-objects.ts';
import { translatedKinds } from './object-kinds.ts';
import type { TranslatedKind } from './object-kinds.ts';

/** An object that asks for machines, with what it refers to. */
export interface MachineOwner {
  readonly owner: object;
  /** Its KubevirtMachineTemplate. */
  readonly template: object;
  /** Its KubeadmConfigTemplate; undefined for a control plane, which has it in itself, and for other kinds. */
  readonly bootstrap?: object | undefined;
}

/** Objects of a file of Cluster API that describe one user cluster. */
export interface CapkFile {
  readonly cluster: object | undefined;
  /** The object `KubevirtCluster`. */
  readonly infrastructure: object | undefined;
  readonly controlPlane: MachineOwner | undefined;
  readonly deployments: readonly MachineOwner[];
  /** Messages about the other objects of the file. */
  readonly lines: readonly string[];
}

/** Places of references to a KubevirtMachineTemplate, of v1beta1 and v1beta2. */
const templatePaths = {
  KubeadmControlPlane: [
    'spec.machineTemplate.infrastructureRef',
    'spec.machineTemplate.spec.infrastructureRef',
  ],
  MachineDeployment: ['spec.template.spec.infrastructureRef'],
} as const;

const bootstrapPath = 'spec.template.spec.bootstrap.configRef';

/** @throws Error when machines of several clusters are in the file. */
function refuseOtherClusters(
  name: string,
  cluster: ReadObject | undefined,
  deployments: readonly ReadObject[],
): void {
  const ofMachines = deployments.flatMap((one) => new Source(one).text('spec.clusterName') ?? []);
  const ofCluster = cluster?.metadata?.name;
  const names = [...new Set([...(ofCluster === undefined ? [] : [ofCluster]), ...ofMachines])];
  if (names.length < 2) return;
  throw new Error(
    `${name} has machines of the clusters ${names.join(', ')}; leave those of one of them in it.`,
  );
}

/**
 * Reads the objects of Cluster API and its provider for KubeVirt that describe one cluster, as
 * `kubectl get -o yaml` prints them, or as its templates have them.
 *
 * @param name - of the file, for errors.
 * @throws Error when the text is no YAML, has objects of several clusters or none that is of use, or when
 * an object refers to another provider or to one that is not in the file.
 */
export function readCapkFile(name: string, text: string): CapkFile {
  const objects = readObjects(name, text);
  const of = (kind: TranslatedKind) =>
    objects.filter((one) => isOfKind(one, kind, translatedKinds[kind]));
  const cluster = onlyOne(name, 'Cluster', of('Cluster'));
  const infrastructure = onlyOne(name, 'KubevirtCluster', of('KubevirtCluster'));
  const controlPlane = onlyOne(name, 'KubeadmControlPlane', of('KubeadmControlPlane'));
  const deployments = of('MachineDeployment');
  if (cluster === undefined && controlPlane === undefined && deployments.length === 0) {
    throw new Error(
      `${name} has neither a Cluster (cluster.x-k8s.io) nor a KubeadmControlPlane (controlplane.cluster.x-k8s.io) nor a MachineDeployment (cluster.x-k8s.io) of Cluster API.`,
    );
  }
  refuseOtherClusters(name, cluster, deployments);
  const references = new References(name, objects, translatedKinds);
  if (cluster !== undefined) {
    references.only(referrerOf(cluster), 'KubevirtCluster', 'spec.infrastructureRef');
    references.followKnown(referrerOf(cluster), 'KubeadmControlPlane', 'spec.controlPlaneRef');
  }
  const templateOf = (owner: ReadObject, paths: readonly [string, ...string[]]) =>
    references.follow(referrerOf(owner), 'KubevirtMachineTemplate', paths) ?? {};
  const file = {
    cluster,
    infrastructure,
    controlPlane: controlPlane && {
      owner: controlPlane,
      template: templateOf(controlPlane, templatePaths.KubeadmControlPlane),
    },
    deployments: deployments.map((owner) => ({
      owner,
      template: templateOf(owner, templatePaths.MachineDeployment),
      bootstrap: references.followKnown(referrerOf(owner), 'KubeadmConfigTemplate', bootstrapPath),
    })),
  };
  references.refuse();
  return { ...file, lines: otherObjects(objects, references.followed, knownKinds) };
}
