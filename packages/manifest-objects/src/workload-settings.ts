// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '@strata/manifests';

/** Amounts of resources, such as `memory: 128Mi`. */
export type ResourceAmounts = Readonly<Record<string, string>>;

/** Settings of a container of an upstream workload that differ from upstream's manifest. */
export interface ContainerSettings {
  /** Arguments that are appended to upstream's own. @default none */
  readonly args?: readonly string[];
  /** Resources that replace all of upstream's own. @default upstream's */
  readonly resources?: { readonly requests: ResourceAmounts; readonly limits: ResourceAmounts };
}

/** Settings by `<Kind>/<namespace>/<name>` of a workload, then by the name of a container. */
export type WorkloadSettings = Readonly<
  Record<string, Readonly<Record<string, ContainerSettings>>>
>;

interface Container {
  readonly name: string;
  readonly args?: readonly string[];
}

interface WorkloadSpec {
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

function keyOf({ kind, metadata }: KubernetesObject): string {
  return `${kind}/${metadata.namespace}/${metadata.name}`;
}

function settled(container: Container, { args, resources }: ContainerSettings): Container {
  return {
    ...container,
    ...(args !== undefined && { args: [...(container.args ?? []), ...args] }),
    ...(resources !== undefined && { resources }),
  };
}

function withSettings(
  object: KubernetesObject,
  settings: Readonly<Record<string, ContainerSettings>>,
): KubernetesObject {
  const spec = object.spec as WorkloadSpec;
  const { containers } = spec.template.spec;
  for (const name of Object.keys(settings)) {
    if (containers.some((container) => container.name === name)) continue;
    throw new pulumi.RunError(
      `${keyOf(object)} has no container "${name}"; correct the table of settings.`,
    );
  }
  const template = {
    ...spec.template,
    spec: {
      ...spec.template.spec,
      containers: containers.map((container) => settled(container, settings[container.name] ?? {})),
    },
  };
  return { ...object, spec: { ...spec, template } };
}

/**
 * Returns the objects with the settings of the table.
 *
 * @throws RunError when the manifest lacks a workload or container of the table: otherwise the missing
 * setting would be noticed only when it is needed.
 */
export function withWorkloadSettings(
  objects: readonly KubernetesObject[],
  table: WorkloadSettings,
): readonly KubernetesObject[] {
  const known = new Set(objects.map(keyOf));
  for (const key of Object.keys(table)) {
    if (known.has(key)) continue;
    throw new pulumi.RunError(`the manifest has no ${key}; correct the table of settings.`);
  }
  return objects.map((object) => {
    const settings = table[keyOf(object)];
    return settings === undefined ? object : withSettings(object, settings);
  });
}
