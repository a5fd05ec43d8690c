// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Manifest } from '@strata/manifests';
import { ManifestObject } from './manifest-object.ts';
import { ManifestPatch } from './manifest-patch.ts';
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
  /** Manifest; the caller has verified it against its lock. */
  readonly manifest: Manifest;
  /** Resources besides its own objects that must exist before the operator starts. @default [] */
  readonly needs?: readonly pulumi.Resource[];
  /** Registry that its images are pulled from. @default each image's own */
  readonly registryMirror?: string | undefined;
  /** Pod Security levels of the manifest's own namespaces. @default upstream's labels, if any */
  readonly podSecurity?: PodSecurityTable;
  /** Startup probes of workloads that would be ready too early. @default upstream's probes */
  readonly readiness?: ReadinessTable;
  /** Settings of containers of its workloads that differ from upstream's manifest. @default {} */
  readonly settings?: WorkloadSettings;
  /**
   * Whether namespaces and CRDs stay when the operator is removed, and are taken over when it is installed
   * again. With a CRD go all objects of its kind, whoever has made them.
   * @default false
   */
  readonly keepsDefinitions?: boolean;
}

/** Stage of an object; objects wait for all earlier stages. */
type Stage = 'first' | 'middle' | 'last' | 'settings';

/** Stages of kinds; all other kinds that the manifest does not define itself are `middle`. */
const stageOfKind: Readonly<Record<string, Stage>> = {
  Namespace: 'first',
  CustomResourceDefinition: 'first',
  Deployment: 'last',
  DaemonSet: 'last',
  // In the stage of the workloads that serve them, not after it: some workloads are ready only once
  // they have written their certificate into the webhook configuration.
  ValidatingWebhookConfiguration: 'last',
  MutatingWebhookConfiguration: 'last',
  // After the workload that serves it: until then, every discovery of the API would fail in part.
  APIService: 'settings',
};

interface DefinitionSpec {
  readonly group: string;
  readonly names: { readonly kind: string };
}

/** Returns the kinds that the manifest itself defines; objects of these kinds are settings of the operator. */
function ownKinds(objects: readonly KubernetesObject[]): ReadonlySet<string> {
  const definitions = objects
    .filter(({ kind }) => kind === 'CustomResourceDefinition')
    .map(({ spec }) => spec as DefinitionSpec);
  return new Set(definitions.map(({ group, names }) => `${group}/${names.kind}`));
}

/**
 * Returns the stage of an object. Settings are created after the operator, so that they are deleted
 * before it: only the operator can clean up after them.
 */
function stageOf({ apiVersion, kind }: KubernetesObject, own: ReadonlySet<string>): Stage {
  const [group = ''] = apiVersion.split('/');
  return own.has(`${group}/${kind}`) ? 'settings' : (stageOfKind[kind] ?? 'middle');
}

function isWorkload({ kind }: KubernetesObject): boolean {
  return kind === 'Deployment' || kind === 'DaemonSet';
}

/** Returns `<kind>/<namespace>/<name>`, which is unique in the cluster and never changes for an object. */
function keyOf({ kind, metadata }: KubernetesObject): string {
  const { namespace, name } = metadata;
  return [kind, ...(namespace === undefined ? [] : [namespace]), name].join('/');
}

/**
 * An upstream operator, installed from its manifest, which only the arguments change.
 *
 * It is created once its workloads are ready and its webhooks can be called.
 */
export class OperatorManifest extends pulumi.ComponentResource {
  /** Name of the upstream project. */
  readonly component: string;
  /** Version without a leading `v`. */
  readonly version: string;
  /** Namespace in which the operator runs. */
  readonly namespace: string;
  /**
   * Namespaces and CRDs of the manifest by `<kind>/<name>`, such as `Namespace/monitoring`, for
   * resources that need only these and not the running operator.
   */
  readonly definitions: ReadonlyMap<string, pulumi.Resource>;

  /**
   * @param name - name of the component; the names of all children begin with it.
   * @throws RunError when the manifest has no workload, or lacks one that `settings` names.
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
      keepsDefinitions = false,
    }: OperatorManifestArgs,
    options?: pulumi.ComponentResourceOptions,
  ) {
    // The type token has the name of another package, because it is part of the URN of every child and
    // is older than this package.
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
    const Kind = keepsDefinitions ? ManifestPatch : ManifestObject;
    const first = this.#create(name, objectsOf('first'), [], Kind);
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
    Kind: typeof ManifestObject | typeof ManifestPatch = ManifestObject,
  ): ReadonlyMap<string, pulumi.Resource> {
    const options = { parent: this, dependsOn: [...dependsOn] };
    return new Map(
      objects.map((object) => [
        keyOf(object),
        new Kind(`${name}/${keyOf(object)}`, object, options),
      ]),
    );
  }
}

function workloadNamespace({ component, objects }: Manifest): string {
  const namespace = objects.find(isWorkload)?.metadata.namespace;
  if (namespace !== undefined) return namespace;
  throw new pulumi.RunError(`the manifest of ${component} has no workload in a namespace.`);
}
