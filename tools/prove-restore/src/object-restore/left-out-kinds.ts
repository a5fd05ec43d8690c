// SPDX-License-Identifier: Apache-2.0

const ofMachines =
  'says what a machine of that cluster was; the machines of the target say their own';
const ofDisks =
  'names a disk or snapshot of the infra cluster, which the target must neither attach nor delete';
const ofServer = 'is written by the control plane of each cluster itself';
const ofNetwork = 'is written by the pod network of each cluster itself';

/** Why no object of a kind, `<plural>` or `<plural>.<group>`, is brought into any cluster. */
export const leftOutKinds: Readonly<Record<string, string>> = {
  nodes: ofMachines,
  'csinodes.storage.k8s.io': ofMachines,
  'csistoragecapacities.storage.k8s.io': ofMachines,
  'resourceslices.resource.k8s.io': ofMachines,
  'certificatesigningrequests.certificates.k8s.io': ofMachines,
  'podcertificaterequests.certificates.k8s.io': ofMachines,
  persistentvolumes: ofDisks,
  'volumeattachments.storage.k8s.io': ofDisks,
  'volumesnapshots.snapshot.storage.k8s.io': ofDisks,
  'volumesnapshotcontents.snapshot.storage.k8s.io': ofDisks,
  'volumegroupsnapshots.groupsnapshot.storage.k8s.io': ofDisks,
  'volumegroupsnapshotcontents.groupsnapshot.storage.k8s.io': ofDisks,
  'ipaddresses.networking.k8s.io': ofServer,
  'servicecidrs.networking.k8s.io': ofServer,
  'storageversions.internal.apiserver.k8s.io': ofServer,
  'leasecandidates.coordination.k8s.io': ofServer,
  'ciliumendpoints.cilium.io': ofNetwork,
  'ciliumendpointslices.cilium.io': ofNetwork,
  'ciliumidentities.cilium.io': ofNetwork,
  'ciliumnodes.cilium.io': ofNetwork,
};

/** Namespaces that kubeadm, Kubernetes and Strata fill in each cluster. */
export const systemNamespaces: ReadonlySet<string> = new Set([
  'kube-system',
  'kube-public',
  'kube-node-lease',
]);

/** Kinds, `<Kind>` or `<Kind>.<group>`, that whoever owns them makes anew from what it says itself. */
export const derivedKinds: ReadonlySet<string> = new Set([
  'Pod',
  'ReplicationController',
  'ReplicaSet.apps',
  'ControllerRevision.apps',
  'Job.batch',
  'Endpoints',
  'EndpointSlice.discovery.k8s.io',
  'ResourceClaim.resource.k8s.io',
]);
