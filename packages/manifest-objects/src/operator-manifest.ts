// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Manifest } from '@strata/manifests';
import { ManifestObject } from './manifest-object.ts';
import type { PodSecurityTable } from './pod-security.ts';
import { withPodSecurity } from './pod-security.ts';
import type { ReadinessTable } from './readiness.ts';
import { withReadiness } from './readiness.ts';
import { rewriteImages } from './rewrite-images.ts';
import type { WorkloadSettings } from './workload-settings.ts';
import { withWorkloadSettings } from './workload-settings.ts';

type KubernetesObject = Manifest['objects'][number];

/** Arguments of {@link OperatorManifest}. */
export interface OperatorManifestArgs {
  /** Verified against the lock by whoever loaded it. */
  readonly manifest: Manifest;
  /** What must exist before the operator starts, on top of its own objects. @default [] */
  readonly needs?: readonly pulumi.Resource[];
  /** The registry that its images come from. @default each image's own */
  readonly registryMirror?: string | undefined;
  /** Levels of the manifest's own namespaces. @default upstream's labels, if any */
  readonly podSecurity?: PodSecurityTable;
  /** Of workloads that would be ready too early. @default upstream's probes */
  readonly readiness?: ReadinessTable;
  /** What containers of its workloads get that upstream's manifest does not give. @default {} */
  readonly settings?: WorkloadSettings;
}

/** The objects of a stage wait for all earlier stages. */
type Stage = 'first' | 'middle' | 'last' | 'settings';

/** The stage of a kind; `middle` for all others that the manifest does not define itself. */
const stageOfKind: Readonly<Record<string, Stage>> = {
  Namespace: 'first',
  CustomResourceDefinition: 'first',
  Deployment: 'last',
  DaemonSet: 'last',
  // With the workloads that serve them, not after: some of those are ready only once they could
  // write their certificate into the webhook.
  ValidatingWebhookConfiguration: 'last',
  MutatingWebhookConfiguration: 'last',
};

interface DefinitionSpec {
  readonly group: string;
  readonly names: { readonly kind: string };
}

/** Which objects are of kinds that the same manifest brings along: settings of the operator. */
function ownKinds(objects: readonly KubernetesObject[]): ReadonlySet<string> {
  const definitions = objects
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map(({ spec }) => spec as DefinitionSpec);
  return new Set(definitions.map(({ group, names }) => `${group}/${names.kind}`));
}

/**
 * Settings come after the operator, so that they go before it: only the operator can clean up
 * behind them.
 */
function stageOf({ apiVersion, kind }: KubernetesObject, own: ReadonlySet<string>): Stage {
  const [group = ''] = apiVersion.split('/');
  return own.has(`${group}/${kind}`) ? 'settings' : (stageOfKind[kind] ?? 'middle');
}

function isWorkload({ kind }: KubernetesObject): boolean {
  return kind === 'Deployment' || kind === 'DaemonSet';
}

/** `<kind>/<namespace>/<name>`: unique in the cluster, and the same as long as the object is. */
function keyOf({ kind, metadata }: KubernetesObject): string {
  const { namespace, name } = metadata;
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
}

/**
 * An upstream operator, from its install manifest: as upstream wrote it, but for what its
 * arguments say.
 *
 * Done when its workloads are ready and its webhooks can be called.
 */
export class OperatorManifest extends pulumi.ComponentResource {
  /** The upstream project's name. */
  readonly component: string;
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
   * @throws RunError when the manifest has no workload, or not one that has settings.
   */
  constructor(
    name: string,
    {
      manifest,
      needs = [],
      registryMirror,
      podSecurity = {},
      readiness = {},
      settings = {},
    }: OperatorManifestArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    // The type is part of every child's URN, and so older than this package.
    super('strata:kubevirt-stack:OperatorManifest', name, {}, options);
    this.component = manifest.component;
    this.version = manifest.version;
    this.namespace = workloadNamespace(manifest);
    const objects = withWorkloadSettings(manifest.objects, settings)
      .map((object) => rewriteImages(object, registryMirror))
      .map((object) => withPodSecurity(object, podSecurity))
      .map((object) => withReadiness(object, readiness));
    const own = ownKinds(objects);
    const objectsOf = (stage: Stage) => objects.filter((object) => stageOf(object, own) === stage);
    const first = this.#create(name, objectsOf('first'), []);
    const middle = this.#create(name, objectsOf('middle'), [...first.values()]);
    const before = [...first.values(), ...middle.values(), ...needs];
    const last = this.#create(name, objectsOf('last'), before);
    this.#create(name, objectsOf('settings'), [...first.values(), ...last.values()]);
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
