// SPDX-License-Identifier: Apache-2.0
import type { ReleaseComponent } from '@strata/contracts';
import type { ApiObject } from '@strata/sandbox/parts';

/**
 * Simulation of a kind: what is written into its objects, so that programs that wait for them
 * continue.
 */
export interface PlayedKind<T extends ApiObject = ApiObject> {
  /** API path such as `/apis/apps/v1`. */
  readonly api: string;
  readonly plural: string;
  /** Returns a merge patch; undefined when the object is already up to date. */
  patch(object: T): object | undefined;
  /** Objects that its operator makes before the object is ready. @default none */
  readonly makes?: readonly Made[];
}

/** Object that an operator makes. */
export interface Made {
  /** API path of all objects of its kind. */
  readonly path: string;
  readonly body: object;
}

/** Returns a condition that is true, in the form that all kinds use. */
export const conditionTrue = (type: string) => ({
  type,
  status: 'True',
  reason: 'Played',
  message: '',
  lastTransitionTime: new Date().toISOString(),
});

/** ReplicaSet, DaemonSet or StatefulSet, with the fields that the simulation needs. */
export interface Workload extends ApiObject {
  readonly metadata: ApiObject['metadata'] & { readonly generation?: number };
  readonly spec: { readonly replicas?: number };
  readonly status?: { readonly observedGeneration?: number };
}

/**
 * Returns the status of a workload whose pods are all ready, with the fields of all three kinds at
 * once: a status keeps only those that it knows.
 */
function readyWorkload({ metadata, spec, status }: Workload): object | undefined {
  const { generation = 1 } = metadata;
  if (status?.observedGeneration === generation) return undefined;
  const pods = spec.replicas ?? 1;
  const isDaemonSet = !('replicas' in spec);
  const ofDaemonSet = {
    currentNumberScheduled: pods,
    desiredNumberScheduled: pods,
    numberReady: pods,
    numberAvailable: pods,
    numberMisscheduled: 0,
    updatedNumberScheduled: pods,
  };
  const ofReplicas = { replicas: pods, readyReplicas: pods, availableReplicas: pods };
  return {
    status: { observedGeneration: generation, ...(isDaemonSet ? ofDaemonSet : ofReplicas) },
  };
}

/**
 * Kinds that are simulated on every cluster, whose workloads are ready. Deployments follow their
 * ReplicaSets.
 */
export const workloadKinds: readonly PlayedKind[] = [
  'replicasets',
  'daemonsets',
  'statefulsets',
].map((plural) => ({ api: '/apis/apps/v1', plural, patch: readyWorkload }));

/** Service, with the fields that the simulation needs. */
export interface Service extends ApiObject {
  readonly spec: { readonly type?: string };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly object[] } };
}

/** Simulation of MetalLB: a Service gets the address that it asks for. */
export const services: PlayedKind = {
  api: '/api/v1',
  plural: 'services',
  patch({ metadata, spec, status }: Service) {
    const ip = metadata.annotations?.['metallb.io/loadBalancerIPs'] ?? '192.0.2.10';
    if (spec.type !== 'LoadBalancer' || status?.loadBalancer?.ingress !== undefined) return;
    return { status: { loadBalancer: { ingress: [{ ip }] } } };
  },
};

interface Conditioned extends ApiObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string }[] };
}

/** Returns the simulation of a kind whose controller reports success by one condition. */
const conditioned = (
  api: string,
  plural: string,
  condition: string,
  rest: Pick<PlayedKind, 'makes'> & { readonly status?: object } = {},
): PlayedKind => ({
  api,
  plural,
  ...(rest.makes && { makes: rest.makes }),
  patch({ status }: Conditioned) {
    if (status?.conditions?.some(({ type }) => type === condition)) return;
    return { status: { ...rest.status, conditions: [conditionTrue(condition)] } };
  },
});

interface Webhooks extends ApiObject {
  readonly webhooks?: readonly { readonly clientConfig: { readonly caBundle?: string } }[];
}

/** Text that looks like a certificate authority; no webhook in the yard is ever called. */
const caBundle = Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64');

/**
 * Returns the simulation of webhook configurations, into which the server of the webhooks writes
 * its CA bundle.
 */
const webhooks = (plural: string): PlayedKind => ({
  api: '/apis/admissionregistration.k8s.io/v1',
  plural,
  patch({ webhooks: all = [] }: Webhooks) {
    if (all.every(({ clientConfig }) => clientConfig.caBundle !== undefined)) return;
    return {
      webhooks: all.map((one) => ({ ...one, clientConfig: { ...one.clientConfig, caBundle } })),
    };
  },
});

/** Returns the status that an operator of a release reports once it has installed everything. */
const installed = (prefix: string, version: string) => ({
  phase: 'Deployed',
  [`observed${prefix}Version`]: `v${version}`,
  [`target${prefix}Version`]: `v${version}`,
});

const cdi = '/apis/cdi.kubevirt.io/v1beta1';
const monitoring = '/apis/monitoring.coreos.com/v1';

/**
 * Returns the kinds that the platform of a release waits for.
 *
 * @param storageClass - StorageClass for which CDI makes a StorageProfile, as it does for every
 * class.
 */
export function platformKinds(
  components: Readonly<Record<ReleaseComponent, { readonly version: string }>>,
  storageClass: string,
): readonly PlayedKind[] {
  const profile: Made = {
    path: `${cdi}/storageprofiles`,
    body: {
      apiVersion: 'cdi.kubevirt.io/v1beta1',
      kind: 'StorageProfile',
      spec: {},
      metadata: { name: storageClass },
    },
  };
  return [
    conditioned('/apis/kubevirt.io/v1', 'kubevirts', 'Available', {
      status: installed('KubeVirt', components.kubevirt.version),
    }),
    conditioned(cdi, 'cdis', 'Available', {
      makes: [profile],
      status: installed('', components.cdi.version),
    }),
    conditioned(cdi, 'dataimportcrons', 'UpToDate'),
    conditioned(cdi, 'datavolumes', 'Ready', { status: { phase: 'Succeeded' } }),
    conditioned(monitoring, 'prometheuses', 'Available'),
    conditioned(monitoring, 'alertmanagers', 'Available'),
    webhooks('validatingwebhookconfigurations'),
    webhooks('mutatingwebhookconfigurations'),
  ];
}
