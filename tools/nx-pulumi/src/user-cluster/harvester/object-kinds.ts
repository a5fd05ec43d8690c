// SPDX-License-Identifier: Apache-2.0
import { isMapping } from '../mapping.ts';
import { commonReasons } from '../translate/left-out.ts';
import type { KnownKinds } from '../translate/other-objects.ts';
import type { ReadObject } from '../translate/read-objects.ts';
import { Source } from '../translate/source.ts';

/** Kinds of objects that are translated. */
export type TranslatedKind = keyof typeof translatedKinds;

/**
 * Objects that describe a cluster of Rancher on Harvester, by their kinds, with the groups of their APIs: the
 * first two are in the cluster where Rancher runs, the others in Harvester.
 *
 * @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/apis/provisioning.cattle.io/v1/cluster_types.go
 * @see https://github.com/harvester/harvester/blob/9cdb5dc105553937d5cb6d0bf2b04b8a848886aa/pkg/apis/harvesterhci.io/v1beta1/keypair.go
 */
export const translatedKinds = {
  Cluster: 'provisioning.cattle.io',
  HarvesterConfig: 'rke-machine-config.cattle.io',
  KeyPair: 'harvesterhci.io',
  NetworkAttachmentDefinition: 'k8s.cni.cncf.io',
  VirtualMachineImage: 'harvesterhci.io',
} as const;

const ownAddresses = 'load balancers have addresses of the platform: kubevirt-stack:metallb';

/** Other objects that an export may have, by their kinds, and why they are left out. */
export const otherKinds: Readonly<Record<string, string>> = {
  ETCDSnapshot: 'no snapshot of another cluster is restored; say backup',
  HarvesterMachine: '',
  HarvesterMachineTemplate: '',
  IPPool: ownAddresses,
  LoadBalancer: ownAddresses,
  Machine: '',
  MachineDeployment: '',
  MachineHealthCheck: commonReasons.noRepair,
  MachineSet: '',
  PersistentVolumeClaim: 'claims stay in Harvester: applications bring their data over',
  RKEBootstrap: '',
  RKEBootstrapTemplate: '',
  RKECluster: '',
  RKEControlPlane: '',
  Secret: commonReasons.noSecret,
  StorageClass: 'classes are those of the infra cluster; say storage, for volumes inside',
  VirtualMachine: '',
  VirtualMachineInstance: '',
};

/** Returns the name of the Cluster to which Rancher says that an object belongs. */
function ownerOf(object: ReadObject): unknown {
  const owners = new Source(object).peek('metadata.ownerReferences');
  const [owner] = (Array.isArray(owners) ? owners : []) as unknown[];
  return isMapping(owner) && owner.kind === 'Cluster' ? owner.name : undefined;
}

/**
 * Returns the kinds of objects that a file may have. A list of all HarvesterConfigs has those of other clusters,
 * and lists of Harvester have much that machines of the cluster do not use: nobody misses these.
 *
 * @param cluster - name of the cluster.
 */
export function knownKinds(cluster: string): KnownKinds {
  return {
    translated: translatedKinds,
    referred: ['HarvesterConfig'],
    others: otherKinds,
    reasonOf: (object) => {
      const owner = ownerOf(object);
      const isOther = object.kind === 'HarvesterConfig' && owner !== undefined && owner !== cluster;
      return isOther ? '' : undefined;
    },
  };
}
