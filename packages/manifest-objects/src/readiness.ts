// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { KubernetesObject } from '@strata/manifests';

/**
 * Startup probe of a Deployment whose own probes do not fit: they report ready before its webhooks can be
 * called, or end it while it still starts.
 */
export interface Readiness {
  /** Name of the port of one of its containers that must accept connections. */
  readonly port: string;
  /** Seconds that the start may take; a container that takes longer is restarted. */
  readonly startSeconds: number;
  /** Seconds that it must be ready to count as available. @default 0, as Kubernetes has it */
  readonly minReadySeconds?: number;
  /** Why upstream's probes are not enough. */
  readonly reason: string;
}

/** Startup probes by `<namespace>/<name>` of a Deployment. */
export type ReadinessTable = Readonly<Record<string, Readiness>>;

interface Container {
  readonly ports?: readonly { readonly name?: string }[];
}

interface DeploymentSpec {
  readonly template: { readonly spec: { readonly containers: readonly Container[] } };
}

/** Interval of the startup probe in seconds. */
const period = 2;

/**
 * Returns the object; a Deployment of the table gets a startup probe that succeeds when its port
 * accepts connections. Upstream's own probes begin after that.
 *
 * @throws RunError when no container of the Deployment has the port.
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
    throw new pulumi.RunError(
      `the Deployment ${key} has no port "${port}" for its startup probe; correct the table of readiness.`,
    );
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
  const ready = minReadySeconds === undefined ? {} : { minReadySeconds };
  return { ...object, spec: { ...spec, ...ready, template } };
}
