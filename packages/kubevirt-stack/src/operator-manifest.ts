// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Manifest } from '@strata/manifests';
import { ManifestObject } from './manifest-object.ts';

type KubernetesObject = Manifest['objects'][number];

/** Arguments of {@link OperatorManifest}. */
export interface OperatorManifestArgs {
  /** Verified against the lock by whoever loaded it. */
  readonly manifest: Manifest;
}

/** Kinds that others need before they can be made, and kinds that need all others. */
const stagesByKind: Readonly<Record<string, 'first' | 'last'>> = {
  Namespace: 'first',
  CustomResourceDefinition: 'first',
  Deployment: 'last',
  DaemonSet: 'last',
  // With the workloads that serve them, not after: some of those are ready only once they could
  // write their certificate into the webhook.
  ValidatingWebhookConfiguration: 'last',
  MutatingWebhookConfiguration: 'last',
};

/** The objects of a stage wait for all earlier stages. */
const stages = ['first', 'middle', 'last'] as const;

function isWorkload({ kind }: KubernetesObject): boolean {
  return kind === 'Deployment' || kind === 'DaemonSet';
}

/** Unique in the cluster, and so in the component; it never changes while the object stays the same. */
function nameOf(component: string, { kind, metadata }: KubernetesObject): string {
  const { namespace, name } = metadata;
  return [component, kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
}

/**
 * An upstream operator, from its install manifest as upstream wrote it.
 *
 * Done when its workloads are ready and its webhooks can be called.
 */
export class OperatorManifest extends pulumi.ComponentResource {
  /** Without a leading `v`. */
  readonly version: string;
  /** Where the operator runs. */
  readonly namespace: string;
  /** The kinds it brings along, and its namespace, for those who need no more than these. */
  readonly definitions: readonly pulumi.Resource[];

  /**
   * @param name - the component's name; it begins the names of all children.
   * @throws RunError when the manifest has no workload.
   */
  constructor(
    name: string,
    { manifest }: OperatorManifestArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:kubevirt-stack:OperatorManifest', name, {}, options);
    this.version = manifest.version;
    this.namespace = workloadNamespace(manifest);
    const definitions: pulumi.Resource[] = [];
    let before: pulumi.Resource[] = [];
    for (const stage of stages) {
      const objects = manifest.objects.filter(
        ({ kind }) => (stagesByKind[kind] ?? 'middle') === stage,
      );
      const made = this.#create(name, objects, before);
      before = [...before, ...made];
      if (stage === 'first') definitions.push(...made);
    }
    this.definitions = definitions;
    this.registerOutputs({ version: this.version, namespace: this.namespace });
  }

  #create(
    name: string,
    objects: readonly KubernetesObject[],
    before: readonly pulumi.Resource[],
  ): readonly pulumi.Resource[] {
    return objects.map(
      (object) =>
        new ManifestObject(nameOf(name, object), object, {
          parent: this,
          dependsOn: [...before],
        }),
    );
  }
}

function workloadNamespace({ component, objects }: Manifest): string {
  const namespace = objects.find(isWorkload)?.metadata.namespace;
  if (namespace !== undefined) return namespace;
  throw new pulumi.RunError(`the manifest of ${component} has no workload in a namespace.`);
}
