// SPDX-License-Identifier: Apache-2.0
import { chosenNodePorts } from './chosen-node-ports.ts';
import type { CleanOptions, Draft } from './draft.ts';
import type { ManifestMetadata } from './manifest.ts';

type Fields = Record<string, unknown>;

/** Changes a draft of an object with this metadata; returns remarks for people. */
type Change = (
  draft: Draft,
  options: CleanOptions,
  metadata: ManifestMetadata,
) => readonly string[];

/** Annotation with the number of replicas that the backup has, of what was brought without any. */
export const replicasAnnotation = 'strata.dev/replicas-of-backup';

function fields(parent: Fields | Draft, name: string): Fields {
  const value = parent[name];
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

const list = (parent: Fields, name: string) =>
  Array.isArray(parent[name]) ? (parent[name] as Fields[]) : [];

function remove(from: Fields, ...names: readonly string[]): void {
  for (const name of names) Reflect.deleteProperty(from, name);
}

/** Sets a list, or removes it when it has nothing: servers leave empty lists out. */
function setList(parent: Fields, name: string, items: readonly Fields[]): void {
  if (items.length === 0) remove(parent, name);
  else parent[name] = items;
}

/**
 * Annotations by which people ask for an address of a load balancer.
 *
 * @see https://metallb.io/usage/#requesting-specific-ips
 */
const addressAnnotations = [
  'metallb.io/loadBalancerIPs',
  'metallb.universe.tf/loadBalancerIPs',
  'metallb.io/allow-shared-ip',
  'metallb.universe.tf/allow-shared-ip',
];

/** Takes a Service's requests for addresses that the former cluster may still have. */
function withoutAddresses(draft: Draft, spec: Fields): string[] {
  const { annotations = {} } = draft.metadata;
  const asked = [
    ...['loadBalancerIP', 'externalIPs'].filter((name) => spec[name] !== undefined),
    ...addressAnnotations.filter((name) => annotations[name] !== undefined),
  ];
  remove(spec, ...asked);
  remove(annotations, ...asked);
  if (Object.keys(annotations).length === 0) delete draft.metadata.annotations;
  return asked.length === 0
    ? []
    : [`without ${asked.join(' and ')}: that address may still be the former cluster's`];
}

/**
 * Leaves out the ports of nodes that the former API server has chosen, but for those of the type NodePort: programs
 * outside know these.
 */
function withoutNodePorts(spec: Fields, metadata: ManifestMetadata): void {
  const chosen = chosenNodePorts(metadata);
  if (!chosen.isHealthCheck) remove(spec, 'healthCheckNodePort');
  if (spec.type === 'NodePort') return;
  for (const port of list(spec, 'ports')) if (!chosen.has(port)) remove(port, 'nodePort');
}

const service: Change = (draft, { isElsewhere }, metadata) => {
  const spec = fields(draft, 'spec');
  // "None" is a choice of people; any other address is of the former cluster's range.
  if (spec.clusterIP !== 'None') remove(spec, 'clusterIP', 'clusterIPs');
  withoutNodePorts(spec, metadata);
  return isElsewhere ? withoutAddresses(draft, spec) : [];
};

/** Volumes with the token of a pod's ServiceAccount, which admission gives to each pod. */
const isToken = ({ name }: Fields) =>
  typeof name === 'string' && name.startsWith('kube-api-access-');

const pod: Change = (draft) => {
  const spec = fields(draft, 'spec');
  // Admission refuses a priority that it has not computed itself.
  remove(spec, 'nodeName', 'priority', 'preemptionPolicy', 'ephemeralContainers');
  const others = list(spec, 'volumes').filter((volume) => !isToken(volume));
  setList(spec, 'volumes', others);
  for (const container of [...list(spec, 'initContainers'), ...list(spec, 'containers')]) {
    const mounts = list(container, 'volumeMounts').filter((mount) => !isToken(mount));
    setList(container, 'volumeMounts', mounts);
  }
  return [];
};

const job: Change = (draft, { isStopped }) => {
  const spec = fields(draft, 'spec');
  if (spec.manualSelector !== true) {
    remove(spec, 'selector');
    const labels = fields(fields(fields(spec, 'template'), 'metadata'), 'labels');
    remove(labels, 'controller-uid', 'batch.kubernetes.io/controller-uid');
  }
  return isStopped ? suspended(draft) : [];
};

function suspended(draft: Draft): string[] {
  const spec = fields(draft, 'spec');
  if (spec.suspend === true) return [];
  spec.suspend = true;
  return ['suspended'];
}

const cronJob: Change = (draft, { isStopped }) => (isStopped ? suspended(draft) : []);

const replicated: Change = (draft, { isStopped }) => {
  if (!isStopped) return [];
  const spec = fields(draft, 'spec');
  const replicas = typeof spec.replicas === 'number' ? spec.replicas : 1;
  if (replicas === 0) return [];
  spec.replicas = 0;
  draft.metadata.annotations = {
    ...draft.metadata.annotations,
    [replicasAnnotation]: `${replicas}`,
  };
  return [`0 replicas instead of ${replicas}`];
};

/** Fields of a Secret that the controller of tokens fills. */
const tokenFields = ['token', 'ca.crt', 'namespace'];

const secret: Change = (draft) => {
  if (draft.type !== 'kubernetes.io/service-account-token') return [];
  remove(fields(draft, 'data'), ...tokenFields);
  if (Object.keys(fields(draft, 'data')).length === 0) delete draft.data;
  return ['a new token, for the former one names a ServiceAccount that is gone'];
};

const claim: Change = (draft) => {
  remove(fields(draft, 'spec'), 'volumeName', 'dataSource', 'dataSourceRef');
  return ['a new, empty volume'];
};

const namespace: Change = (draft) => {
  delete draft.spec;
  return [];
};

const clusterRole: Change = (draft) => {
  // The controller of aggregation fills them.
  if (draft.aggregationRule !== undefined) delete draft.rules;
  return [];
};

/** Changes by kind, `<Kind>` or `<Kind>.<group>`, in addition to those of all kinds. */
export const changesOfKinds: Readonly<Record<string, Change>> = {
  Service: service,
  Pod: pod,
  'Job.batch': job,
  'CronJob.batch': cronJob,
  'Deployment.apps': replicated,
  'StatefulSet.apps': replicated,
  'ReplicaSet.apps': replicated,
  ReplicationController: replicated,
  Secret: secret,
  PersistentVolumeClaim: claim,
  Namespace: namespace,
  'ClusterRole.rbac.authorization.k8s.io': clusterRole,
};
