// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '@strata/manifests';

/** When a workload has started that upstream calls ready before it can be called. */
export interface Readiness {
  /** Name of the port, of one of its containers, that has to take connections. */
  readonly port: string;
  /** How long that may take, in seconds; a container that takes longer is started again. */
  readonly startSeconds: number;
  /** For so long, in seconds, until the workload counts as available. */
  readonly minReadySeconds: number;
  /** Why upstream's probe does not do. */
  readonly reason: string;
}

/** By `<namespace>/<name>` of a Deployment. */
export type ReadinessTable = Readonly<Record<string, Readiness>>;

interface Container {
  readonly ports?: readonly { readonly name?: string }[];
}

interface DeploymentSpec {
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

/** How often a container is asked whether it has started, in seconds. */
const period = 2;

/**
 * The object, whose container has started when its port takes connections if it is a Deployment of
 * the table. Upstream's own probes begin after that.
 *
 * @throws RunError when none of its containers has the port.
 */
export function withReadiness(object: KubernetesObject, table: ReadinessTable): KubernetesObject {
  const { kind, metadata } = object;
  const key = `${metadata.namespace}/${metadata.name}`;
  const readiness = kind === 'Deployment' ? table[key] : undefined;
  if (readiness === undefined) return object;
  const { minReadySeconds, port, startSeconds } = readiness;
  const spec = object.spec as DeploymentSpec;
  const { containers } = spec.template.spec;
  const served = containers.find(({ ports = [] }) => ports.some(({ name }) => name === port));
  if (served === undefined) {
    throw new pulumi.RunError(`the Deployment ${key} has no port "${port}" to be ready by.`);
  }
  const failureThreshold = Math.ceil(startSeconds / period);
  const startupProbe = { tcpSocket: { port }, periodSeconds: period, failureThreshold };
  const probed = { ...served, startupProbe };
  const template = {
    ...spec.template,
    spec: {
      ...spec.template.spec,
      containers: containers.map((container) => (container === served ? probed : container)),
    },
  };
  return { ...object, spec: { ...spec, minReadySeconds, template } };
}
