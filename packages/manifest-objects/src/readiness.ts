// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '@strata/manifests';

/** When a workload is ready that upstream calls ready before it can be called. */
export interface Readiness {
  /** Name of the port that has to answer by HTTPS, of one of its containers. */
  readonly port: string;
  /** What is asked for there. */
  readonly path: string;
  /** For so long, in seconds, until the workload counts as available. */
  readonly minReadySeconds: number;
  /** Why upstream's probe does not do. */
  readonly reason: string;
}

/** By `<namespace>/<name>` of a Deployment. */
export type ReadinessTable = Readonly<Record<string, Readiness>>;

interface Container {
  readonly ports?: readonly { readonly name?: string }[];
  readonly readinessProbe?: Readonly<Record<string, unknown>>;
}

interface DeploymentSpec {
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

/**
 * The object, ready when its port answers if it is a Deployment of the table.
 *
 * @throws RunError when none of its containers has the port.
 */
export function withReadiness(object: KubernetesObject, table: ReadinessTable): KubernetesObject {
  const { kind, metadata } = object;
  const key = `${metadata.namespace}/${metadata.name}`;
  const readiness = kind === 'Deployment' ? table[key] : undefined;
  if (readiness === undefined) return object;
  const { minReadySeconds, path, port } = readiness;
  const spec = object.spec as DeploymentSpec;
  const { containers } = spec.template.spec;
  const served = containers.find(({ ports = [] }) => ports.some(({ name }) => name === port));
  if (served === undefined) {
    throw new pulumi.RunError(`the Deployment ${key} has no port "${port}" to be ready by.`);
  }
  // The same kind of probe: in the dry run of a preview, fields that a create has written stay, and
  // the API server refuses a probe of two kinds.
  const readinessProbe = { ...served.readinessProbe, httpGet: { path, port, scheme: 'HTTPS' } };
  const probed = { ...served, readinessProbe };
  const template = {
    ...spec.template,
    spec: {
      ...spec.template.spec,
      containers: containers.map((container) => (container === served ? probed : container)),
    },
  };
  return { ...object, spec: { ...spec, minReadySeconds, template } };
}
