// SPDX-License-Identifier: Apache-2.0
import { network } from '../network.ts';
import { downwardField, type Container, type EnvVar, type Pod } from './pod.ts';

/** Looks up Secrets and ConfigMaps that variables refer to; values are decoded. */
export interface DataSource {
  secret(namespace: string, name: string): Readonly<Record<string, Buffer>> | undefined;
  configMap(namespace: string, name: string): Readonly<Record<string, Buffer>> | undefined;
}

/** A pod cannot start yet, because something that it refers to does not exist. */
export class NotYetThere extends Error {
  override readonly name = 'NotYetThere';
}

const { kubernetesServiceIp: serviceAddress } = network;
const servicePort = '443';
const serviceUrl = `tcp://${serviceAddress}:${servicePort}`;

/**
 * Variables that a kubelet sets in every pod: those of the Service `kubernetes`.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/envvars/envvars.go `FromServices`
 */
const clusterEnvironment = {
  KUBERNETES_SERVICE_HOST: serviceAddress,
  KUBERNETES_SERVICE_PORT: servicePort,
  KUBERNETES_SERVICE_PORT_HTTPS: servicePort,
  KUBERNETES_PORT: serviceUrl,
  KUBERNETES_PORT_443_TCP: serviceUrl,
  KUBERNETES_PORT_443_TCP_PROTO: 'tcp',
  KUBERNETES_PORT_443_TCP_PORT: servicePort,
  KUBERNETES_PORT_443_TCP_ADDR: serviceAddress,
} as const;

/** Variables of every image. */
const imageEnvironment = {
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/',
} as const;

/**
 * Returns the environment of a container.
 *
 * @throws NotYetThere when a Secret or ConfigMap that is not optional is missing.
 */
export function resolveEnvironment(
  pod: Pod,
  container: Container,
  data: DataSource,
): Record<string, string> {
  // The container runtime sets it to the host name of the pod.
  const HOSTNAME = pod.spec.hostname ?? pod.metadata.name;
  const env: Record<string, string> = { ...clusterEnvironment };
  for (const source of container.envFrom ?? []) {
    Object.assign(env, fromWhole(pod, source, data));
  }
  for (const variable of container.env ?? []) {
    const value = valueOf(pod, container, variable, data);
    if (value === undefined) continue;
    env[variable.name] = variable.valueFrom === undefined ? expand(value, env) : value;
  }
  return { ...imageEnvironment, HOSTNAME, ...env };
}

/** Names of variables that the image and the container runtime set. */
const unknownToKubelet = ['HOSTNAME', ...Object.keys(imageEnvironment)];

/**
 * Returns the variables that arguments of a container can refer to: those that its pod and the Services
 * set.
 *
 * @see https://github.com/kubernetes/kubernetes/blob/v1.35.4/pkg/kubelet/container/helpers.go `ExpandContainerCommandAndArgs`
 */
export function expandable(
  env: Readonly<Record<string, string>>,
  container: Container,
): Record<string, string> {
  const own = (container.env ?? []).map(({ name }) => name);
  const isKnown = (name: string) => own.includes(name) || !unknownToKubelet.includes(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKnown(name)));
}

function fromWhole(
  pod: Pod,
  source: NonNullable<Container['envFrom']>[number],
  data: DataSource,
): Record<string, string> {
  const namespace = pod.metadata.namespace ?? '';
  const reference = source.secretRef ?? source.configMapRef;
  if (reference === undefined) return {};
  const kind = source.secretRef === undefined ? 'configMap' : 'secret';
  const found = data[kind](namespace, reference.name);
  if (found === undefined && reference.optional !== true) throw missing(kind, reference.name);
  return Object.fromEntries(
    Object.entries(found ?? {}).map(([key, value]) => [
      `${source.prefix ?? ''}${key}`,
      value.toString(),
    ]),
  );
}

function valueOf(
  pod: Pod,
  container: Container,
  { value, valueFrom }: EnvVar,
  data: DataSource,
): string | undefined {
  if (valueFrom === undefined) return value ?? '';
  if (valueFrom.fieldRef !== undefined) return downwardField(pod, valueFrom.fieldRef.fieldPath);
  if (valueFrom.resourceFieldRef !== undefined) {
    const [kind = '', resource = ''] = valueFrom.resourceFieldRef.resource.split('.');
    return container.resources?.[kind as 'limits' | 'requests']?.[resource] ?? '0';
  }
  const kind = valueFrom.secretKeyRef === undefined ? 'configMap' : 'secret';
  const reference = valueFrom.secretKeyRef ?? valueFrom.configMapKeyRef;
  if (reference === undefined) return undefined;
  const found = data[kind](pod.metadata.namespace ?? '', reference.name)?.[reference.key];
  if (found === undefined && reference.optional !== true) {
    throw missing(kind, `${reference.name}, key ${reference.key}`);
  }
  return found?.toString();
}

function missing(kind: 'secret' | 'configMap', name: string): NotYetThere {
  return new NotYetThere(`${kind === 'secret' ? 'Secret' : 'ConfigMap'} ${name} is not there yet`);
}

/**
 * Replaces `$(NAME)` by the variable's value, as Kubernetes does in arguments and variables. An
 * unknown name stays as it is; `$$(NAME)` becomes `$(NAME)`.
 */
export function expand(text: string, env: Readonly<Record<string, string>>): string {
  return text.replace(/\$\$|\$\(([A-Za-z_][A-Za-z0-9_.-]*)\)/g, (match, name?: string) => {
    if (name === undefined) return '$';
    return env[name] ?? match;
  });
}
