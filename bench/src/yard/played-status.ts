// SPDX-License-Identifier: Apache-2.0
import type { ReleaseComponent } from '@strata/contracts';
import type { ApiObject } from '@strata/sandbox/parts';

/** How a kind is played: what is written of its objects, so that whoever waits for one goes on. */
export interface PlayedKind<T extends ApiObject = ApiObject> {
  /** Such as `/apis/apps/v1`. */
  readonly api: string;
  readonly plural: string;
  /** A merge patch; undefined when the object says so already. */
  patch(object: T): object | undefined;
  /** What its operator makes besides, before it is ready. @default nothing */
  readonly makes?: readonly Made[];
}

/** An object that an operator makes. */
export interface Made {
  /** Of all objects of its kind. */
  readonly path: string;
  readonly body: object;
}

/** A condition as all kinds have it. */
export const conditionTrue = (type: string) => ({
  ...{ type, status: 'True', reason: 'Played', message: '' },
  lastTransitionTime: new Date().toISOString(),
});

/** A ReplicaSet, DaemonSet or StatefulSet, as far as its status is played. */
export interface Workload extends ApiObject {
  readonly metadata: ApiObject['metadata'] & { readonly generation?: number };
  readonly spec: { readonly replicas?: number };
  readonly status?: { readonly observedGeneration?: number };
}

/**
 * The status of a workload whose pods are all ready. Fields of all three kinds at once: a status
 * takes those that it knows.
 */
function readyWorkload({ metadata, spec, status }: Workload): object | undefined {
  const { generation = 1 } = metadata;
  if (status?.observedGeneration === generation) return undefined;
  const pods = spec.replicas ?? 1;
  const isDaemonSet = !('replicas' in spec);
  const ofDaemonSet = {
    ...{ currentNumberScheduled: pods, desiredNumberScheduled: pods, numberReady: pods },
    ...{ numberAvailable: pods, numberMisscheduled: 0, updatedNumberScheduled: pods },
  };
  const ofReplicas = { replicas: pods, readyReplicas: pods, availableReplicas: pods };
  return {
    status: { observedGeneration: generation, ...(isDaemonSet ? ofDaemonSet : ofReplicas) },
  };
}

/** What is played on any cluster: its workloads are ready. Deployments look at their ReplicaSets. */
export const workloadKinds: readonly PlayedKind[] = [
  'replicasets',
  'daemonsets',
  'statefulsets',
].map((plural) => ({ api: '/apis/apps/v1', plural, patch: readyWorkload }));

/** A Service, as far as its status is played. */
export interface Service extends ApiObject {
  readonly spec: { readonly type?: string };
  readonly status?: { readonly loadBalancer?: { readonly ingress?: readonly object[] } };
}

/** What MetalLB does: a Service has the address that it asks for. */
export const services: PlayedKind = {
  ...{ api: '/api/v1', plural: 'services' },
  patch({ metadata, spec, status }: Service) {
    const ip = metadata.annotations?.['metallb.io/loadBalancerIPs'] ?? '192.0.2.10';
    if (spec.type !== 'LoadBalancer' || status?.loadBalancer?.ingress !== undefined) return;
    return { status: { loadBalancer: { ingress: [{ ip }] } } };
  },
};

interface Conditioned extends ApiObject {
  readonly status?: { readonly conditions?: readonly { readonly type: string }[] };
}

/** A kind whose controller says that all is well, by one condition. */
const conditioned = (
  api: string,
  plural: string,
  condition: string,
  rest: Pick<PlayedKind, 'makes'> & { readonly status?: object } = {},
): PlayedKind => ({
  ...{ api, plural, ...(rest.makes && { makes: rest.makes }) },
  patch({ status }: Conditioned) {
    if (status?.conditions?.some(({ type }) => type === condition)) return;
    return { status: { ...rest.status, conditions: [conditionTrue(condition)] } };
  },
});

interface Webhooks extends ApiObject {
  readonly webhooks?: readonly { readonly clientConfig: { readonly caBundle?: string } }[];
}

/** Looks like an authority; nothing of the yard is ever asked whether it may. */
const caBundle = Buffer.from('-----BEGIN CERTIFICATE-----').toString('base64');

/** Whoever serves webhooks puts its authority in. */
const webhooks = (plural: string): PlayedKind => ({
  ...{ api: '/apis/admissionregistration.k8s.io/v1', plural },
  patch({ webhooks: all = [] }: Webhooks) {
    if (all.every(({ clientConfig }) => clientConfig.caBundle !== undefined)) return;
    return {
      webhooks: all.map((one) => ({ ...one, clientConfig: { ...one.clientConfig, caBundle } })),
    };
  },
});

/** What the operators of a release say once they have installed everything. */
const installed = (prefix: string, version: string) => ({
  phase: 'Deployed',
  [`observed${prefix}Version`]: `v${version}`,
  [`target${prefix}Version`]: `v${version}`,
});

const cdi = '/apis/cdi.kubevirt.io/v1beta1';
const monitoring = '/apis/monitoring.coreos.com/v1';

/**
 * What the platform of a release waits for.
 *
 * @param storageClass - for which CDI makes a StorageProfile, as for every one that it finds.
 */
export function platformKinds(
  components: Readonly<Record<ReleaseComponent, { readonly version: string }>>,
  storageClass: string,
): readonly PlayedKind[] {
  const profile: Made = {
    path: `${cdi}/storageprofiles`,
    body: {
      ...{ apiVersion: 'cdi.kubevirt.io/v1beta1', kind: 'StorageProfile', spec: {} },
      metadata: { name: storageClass },
    },
  };
  return [
    conditioned('/apis/kubevirt.io/v1', 'kubevirts', 'Available', {
      status: installed('KubeVirt', components.kubevirt.version),
    }),
    conditioned(cdi, 'cdis', 'Available', {
      ...{ makes: [profile], status: installed('', components.cdi.version) },
    }),
    conditioned(cdi, 'dataimportcrons', 'UpToDate'),
    conditioned(cdi, 'datavolumes', 'Ready', { status: { phase: 'Succeeded' } }),
    conditioned(monitoring, 'prometheuses', 'Available'),
    conditioned(monitoring, 'alertmanagers', 'Available'),
    webhooks('validatingwebhookconfigurations'),
    webhooks('mutatingwebhookconfigurations'),
  ];
}
