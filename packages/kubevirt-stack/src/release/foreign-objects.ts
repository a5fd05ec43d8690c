// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { ClusterReader } from '@strata/cluster-client';
import { askInfraCluster } from '@strata/cluster-client/ask-infra-cluster';
import { annotationKeys, labelKeys, ownerAnnotations } from '@strata/contracts';
import { recordName } from '../guard/destroy-guard.ts';
import type { ReleaseManifests } from './load-release.ts';

/** Metadata of an object that says whose it is. */
interface Metadata {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly managedFields?: readonly {
    readonly manager?: string;
    readonly subresource?: string;
  }[];
}

interface List {
  readonly items?: readonly { readonly metadata: Metadata }[];
}

/** Path of the objects of a kind, without that of their namespace, and their name in it. */
type KindPath = readonly [group: string, plural: string];

const core = '/api/v1';
const rbac = '/apis/rbac.authorization.k8s.io/v1';

/**
 * Kinds of the manifests. A namespace and a CustomResourceDefinition hold what others have made; any other
 * object would do the work of its owner and that of the platform, and a destroy would delete it.
 */
export const objectKinds: Readonly<Record<string, KindPath>> = {
  CustomResourceDefinition: ['/apis/apiextensions.k8s.io/v1', 'customresourcedefinitions'],
  Namespace: [core, 'namespaces'],
  ClusterRole: [rbac, 'clusterroles'],
  ClusterRoleBinding: [rbac, 'clusterrolebindings'],
  ValidatingWebhookConfiguration: [
    '/apis/admissionregistration.k8s.io/v1',
    'validatingwebhookconfigurations',
  ],
  PriorityClass: ['/apis/scheduling.k8s.io/v1', 'priorityclasses'],
  DaemonSet: ['/apis/apps/v1', 'daemonsets'],
  Deployment: ['/apis/apps/v1', 'deployments'],
  Role: [rbac, 'roles'],
  RoleBinding: [rbac, 'rolebindings'],
  Service: [core, 'services'],
  ServiceAccount: [core, 'serviceaccounts'],
  ConfigMap: [core, 'configmaps'],
  Secret: [core, 'secrets'],
};

/** Arguments of {@link refuseForeignObjects}. */
export interface ForeignObjectsQuestion {
  readonly environment: string;
  readonly release: ReleaseManifests;
  /** Kubeconfig of the infra cluster, with the credentials of the platform. */
  readonly kubeconfig: string;
}

/** Programs of Kubernetes that write into objects of all owners. */
const controlPlane = ['kube-apiserver', 'kube-controller-manager'];

/**
 * Returns who has made an object; undefined if it is Strata's own, by the annotation that all of these have.
 * Their field managers do not say so before an update changes them: the provider makes an object under its
 * own name.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/await/await.go (Creation)
 */
function foreignOwner({ annotations, labels, managedFields = [] }: Metadata): string | undefined {
  const { fieldManager } = annotationKeys;
  if (annotations?.[fieldManager] === ownerAnnotations[fieldManager]) return undefined;
  const managers = managedFields
    .filter(({ subresource }) => subresource === undefined)
    .flatMap(({ manager }) => manager ?? []);
  return (
    labels?.[labelKeys.managedBy] ??
    managers.find((manager) => !controlPlane.includes(manager)) ??
    'somebody else'
  );
}

/** An object of somebody else that has the name of one of the platform's. */
interface ForeignObject {
  readonly kind: string;
  readonly namespace: string | undefined;
  readonly name: string;
  readonly owner: string;
}

type WantedObject = ReleaseManifests[keyof ReleaseManifests]['objects'][number];

/** Returns the path of the list that an object is in; undefined for kinds that are not looked at. */
function listPath({ kind, metadata: { namespace } }: WantedObject): string | undefined {
  const path = objectKinds[kind];
  if (path === undefined) return undefined;
  const [group, plural] = path;
  return `${group}${namespace === undefined ? '' : `/namespaces/${namespace}`}/${plural}`;
}

/** Returns those of these objects, which are all of the list at a path, that somebody else has made. */
async function foreignAmong(
  { getMetadata }: ClusterReader,
  path: string | undefined,
  wanted: readonly WantedObject[],
): Promise<ForeignObject[]> {
  if (path === undefined) return [];
  const list = await getMetadata<List>(path);
  const found = new Map((list?.items ?? []).map(({ metadata }) => [metadata.name, metadata]));
  return wanted.flatMap(({ kind, metadata: { name, namespace } }) => {
    const metadata = found.get(name);
    const owner = metadata && foreignOwner(metadata);
    return owner === undefined ? [] : [{ kind, namespace, name, owner }];
  });
}

/** Returns a line for each object of others; of a namespace of others its own line says enough. */
async function foreignLines(reader: ClusterReader, release: ReleaseManifests): Promise<string[]> {
  const wanted = Object.values(release).flatMap(({ objects }) => objects);
  const found = await Promise.all(
    [...Map.groupBy(wanted, listPath)].map((list) => foreignAmong(reader, ...list)),
  );
  const foreign = found.flat();
  const namespaces = new Set<string | undefined>(
    foreign.filter(({ kind }) => kind === 'Namespace').map(({ name }) => name),
  );
  return foreign
    .filter(({ namespace }) => !namespaces.has(namespace))
    .map(({ kind, name, namespace, owner }) => {
      const place = namespace === undefined ? '' : `${namespace}/`;
      return `  ${kind} ${place}${name}, of ${owner}`;
    })
    .sort();
}

/** Returns where the record of an installed platform is: in the namespace of KubeVirt's operator. */
function recordPath({ kubevirt }: ReleaseManifests): string {
  const operator = kubevirt.objects.find(({ kind }) => kind === 'Deployment');
  return `/api/v1/namespaces/${operator?.metadata.namespace ?? 'kubevirt'}/configmaps/${recordName}`;
}

/**
 * Refuses to install the platform where somebody else has installed a part of it, or another
 * environment has its platform: these objects would become the platform's, and a destroy would delete
 * them with everything that they hold. Where the platform's own record is, it is installed already
 * and nothing is asked. Changes nothing.
 *
 * @throws RunError that names each object and its owner, or that the cluster cannot be reached.
 */
export async function refuseForeignObjects({
  environment,
  kubeconfig,
  release,
}: ForeignObjectsQuestion): Promise<void> {
  const lines = await askInfraCluster(kubeconfig, async (reader) => {
    const record = await reader.get<{ readonly metadata: Metadata }>(recordPath(release));
    if (record === undefined) return foreignLines(reader, release);
    const owner = record.metadata.labels?.[labelKeys.environment] ?? environment;
    if (owner === environment) return [];
    return [`  the platform of the environment "${owner}" (ConfigMap ${recordName})`];
  });
  if (lines.length === 0) return;
  throw new pulumi.RunError(
    [
      `the infra cluster has what the platform of "${environment}" would make, and it is of others:`,
      ...lines,
      'Uninstall what these belong to, or take another cluster: docs/bare-metal.md#an-existing-cluster',
    ].join('\n'),
  );
}
