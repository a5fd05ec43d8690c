// SPDX-License-Identifier: Apache-2.0
import type { Manifest } from './manifest.ts';
import { groupKind, groupOf } from './manifest.ts';

/**
 * Kinds, `<Kind>` or `<Kind>.<group>`, in the order in which objects are made: each step may need those
 * before it. Kinds that are not named are made at the place of `*`.
 */
const steps: readonly (readonly string[])[] = [
  ['Namespace'],
  ['CustomResourceDefinition.apiextensions.k8s.io'],
  ['PriorityClass.scheduling.k8s.io', 'StorageClass.storage.k8s.io', 'RuntimeClass.node.k8s.io'],
  // Limits and walls stand before anything runs.
  [
    'ResourceQuota',
    'LimitRange',
    'NetworkPolicy.networking.k8s.io',
    'CiliumNetworkPolicy.cilium.io',
    'CiliumClusterwideNetworkPolicy.cilium.io',
  ],
  ['ServiceAccount'],
  // A Secret with a token is deleted where its ServiceAccount is not there.
  ['Secret', 'ConfigMap'],
  ['ClusterRole.rbac.authorization.k8s.io', 'Role.rbac.authorization.k8s.io'],
  ['ClusterRoleBinding.rbac.authorization.k8s.io', 'RoleBinding.rbac.authorization.k8s.io'],
  ['PersistentVolumeClaim'],
  ['Service', 'Endpoints', 'EndpointSlice.discovery.k8s.io'],
  ['*'],
  [
    'Deployment.apps',
    'StatefulSet.apps',
    'DaemonSet.apps',
    'ReplicaSet.apps',
    'ReplicationController',
    'Pod',
    'Job.batch',
    'CronJob.batch',
  ],
  ['PodDisruptionBudget.policy', 'HorizontalPodAutoscaler.autoscaling'],
  // They judge everything that is made after them, by programs that may not run yet.
  [
    'APIService.apiregistration.k8s.io',
    'MutatingAdmissionPolicy.admissionregistration.k8s.io',
    'MutatingAdmissionPolicyBinding.admissionregistration.k8s.io',
    'MutatingWebhookConfiguration.admissionregistration.k8s.io',
    'ValidatingAdmissionPolicy.admissionregistration.k8s.io',
    'ValidatingAdmissionPolicyBinding.admissionregistration.k8s.io',
    'ValidatingWebhookConfiguration.admissionregistration.k8s.io',
  ],
];

const stepOf = new Map(steps.flatMap((kinds, step) => kinds.map((kind) => [kind, step])));
const others = stepOf.get('*') ?? 0;

/** Returns when an object is made: smaller numbers come first; from 0. */
export function orderOf(manifest: Pick<Manifest, 'apiVersion' | 'kind'>): number {
  return stepOf.get(groupKind(manifest)) ?? others;
}

const programs = stepOf.get('Pod');
const judges = steps.length - 1;

/** Returns whether an object judges or changes requests, by programs that may not run yet. */
export function judgesRequests(manifest: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return orderOf(manifest) === judges;
}

/** Groups of kinds that Kubernetes itself has end like this, or have no dot; Cilium is in each cluster. */
const builtIn = /(^[a-z]*$)|(\.k8s\.io$)|(^cilium\.io$)/;

/** Returns whether a kind is one that an operator brought. */
export function isCustom(manifest: Pick<Manifest, 'apiVersion'>): boolean {
  return !builtIn.test(groupOf(manifest));
}

/** Returns whether pods may start because of an object: a workload, or an object that an operator reads. */
export function startsPods(manifest: Pick<Manifest, 'apiVersion' | 'kind'>): boolean {
  return orderOf(manifest) === programs || isCustom(manifest);
}
