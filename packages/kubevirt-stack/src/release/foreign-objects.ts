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
  readonly managedFields?: readonly {
    readonly manager?: string;
    readonly subresource?: string;
  }[];
}

interface List {
  readonly items?: readonly { readonly metadata: Metadata }[];
}

/**
 * Kinds of a manifest that hold what others have made: with a namespace go all objects in it, and
 * with a CustomResourceDefinition all objects of its kind.
 */
const holders = {
  CustomResourceDefinition: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
  Namespace: '/api/v1/namespaces',
} as const;

/** Arguments of {@link refuseForeignObjects}. */
export interface ForeignObjectsQuestion {
  readonly environment: string;
  readonly release: ReleaseManifests;
  /** Kubeconfig of the infra cluster, with the credentials of the platform. */
  readonly kubeconfig: string;
}

/** Programs of Kubernetes that write into objects of all owners. */
const controlPlane = ['kube-apiserver', 'kube-controller-manager'];

/** Returns who has made an object; undefined if it is Strata's own. */
function foreignOwner({ labels, managedFields = [] }: Metadata): string | undefined {
  const managers = managedFields
    .filter(({ subresource }) => subresource === undefined)
    .flatMap(({ manager }) => manager ?? []);
  if (managers.includes(ownerAnnotations[annotationKeys.fieldManager] ?? '')) return undefined;
  return (
    labels?.[labelKeys.managedBy] ??
    managers.find((manager) => !controlPlane.includes(manager)) ??
    'somebody else'
  );
}

async function foreignLines(
  { getMetadata }: ClusterReader,
  release: ReleaseManifests,
): Promise<string[]> {
  const wanted = Object.values(release).flatMap(({ objects }) => objects);
  const found = await Promise.all(
    Object.entries(holders).map(async ([kind, path]) => {
      const names = new Set(
        wanted.filter((object) => object.kind === kind).map(({ metadata }) => metadata.name),
      );
      const list = await getMetadata<List>(path);
      return (list?.items ?? [])
        .filter(({ metadata }) => names.has(metadata.name))
        .flatMap(({ metadata }) => {
          const owner = foreignOwner(metadata);
          return owner === undefined ? [] : [`  ${kind} ${metadata.name}, of ${owner}`];
        });
    }),
  );
  return found.flat().sort();
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
