// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Manifest } from '@strata/manifests';
import { ManifestObject } from './manifest-object.ts';

type KubernetesObject = Manifest['objects'][number];

/** Arguments of {@link OperatorManifest}. */
export interface OperatorManifestArgs {
  /** Verified against the lock by whoever loaded it. */
  readonly manifest: Manifest;
  /** What must exist before the operator starts, on top of its own objects. @default [] */
  readonly needs?: readonly pulumi.Resource[];
}

/** The objects of a stage wait for all earlier stages. */
type Stage = 'first' | 'middle' | 'last';

/** The stage of a kind; `middle` for all others. */
const stageOf: Readonly<Record<string, Stage>> = {
  Namespace: 'first',
  CustomResourceDefinition: 'first',
  Deployment: 'last',
  DaemonSet: 'last',
  // With the workloads that serve them, not after: some of those are ready only once they could
  // write their certificate into the webhook.
  ValidatingWebhookConfiguration: 'last',
  MutatingWebhookConfiguration: 'last',
};

function isWorkload({ kind }: KubernetesObject): boolean {
  return kind === 'Deployment' || kind === 'DaemonSet';
}

/** `<kind>/<namespace>/<name>`: unique in the cluster, and the same as long as the object is. */
function keyOf({ kind, metadata }: KubernetesObject): string {
  const { namespace, name } = metadata;
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
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
  /**
   * Its namespace and the kinds it brings along, for those who need no more of it; by `<kind>/<name>`
   * such as `Namespace/monitoring`.
   */
  readonly definitions: ReadonlyMap<string, pulumi.Resource>;

  /**
   * @param name - the component's name; it begins the names of all children.
   * @throws RunError when the manifest has no workload.
   */
  constructor(
    name: string,
    { manifest, needs = [] }: OperatorManifestArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    super('strata:kubevirt-stack:OperatorManifest', name, {}, options);
    this.version = manifest.version;
    this.namespace = workloadNamespace(manifest);
    const objectsOf = (stage: Stage) =>
      manifest.objects.filter(({ kind }) => (stageOf[kind] ?? 'middle') === stage);
    const first = this.#create(name, objectsOf('first'), []);
    const middle = this.#create(name, objectsOf('middle'), [...first.values()]);
    this.#create(name, objectsOf('last'), [...first.values(), ...middle.values(), ...needs]);
    this.definitions = first;
    this.registerOutputs({ version: this.version, namespace: this.namespace });
  }

  #create(
    name: string,
    objects: readonly KubernetesObject[],
    dependsOn: readonly pulumi.Resource[],
  ): ReadonlyMap<string, pulumi.Resource> {
    const options = { parent: this, dependsOn: [...dependsOn] };
    return new Map(
      objects.map((object) => [
        keyOf(object),
        new ManifestObject(`${name}/${keyOf(object)}`, object, options),
      ]),
    );
  }
}

function workloadNamespace({ component, objects }: Manifest): string {
  const namespace = objects.find(isWorkload)?.metadata.namespace;
  if (namespace !== undefined) return namespace;
  throw new pulumi.RunError(`the manifest of ${component} has no workload in a namespace.`);
}
