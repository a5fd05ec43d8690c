// SPDX-License-Identifier: Apache-2.0
import { createHash } from 'node:crypto';
import type { KubernetesObject, Manifest } from '@strata/manifests';
import type { UserClusterConfig } from '../../config/index.ts';
import { apiClients, cniSettings } from './cni-settings.ts';
import type { CniSources } from './cni-settings.ts';

/** Configuration that the pod network follows from. */
export type CniConfiguration = CniSources & Pick<UserClusterConfig, 'controlPlane'>;

interface Container {
  readonly name: string;
  readonly env?: readonly object[];
}

interface Workload extends KubernetesObject {
  readonly spec: {
    readonly template: {
      readonly metadata: { readonly annotations?: Readonly<Record<string, string>> };
      readonly spec: {
        readonly containers: readonly Container[];
        readonly initContainers?: readonly Container[];
      };
    };
  };
}

/** Port of the API server at the cluster's endpoint. */
const apiPort = '6443';

/**
 * Annotation that changes with the configuration: agents read it only once, at their start, and restart
 * when this changes.
 */
const checksumAnnotation = 'strata.dev/checksum';

function isWorkload(object: KubernetesObject): object is Workload {
  return object.kind === 'DaemonSet' || object.kind === 'Deployment';
}

function settingsOf(config: CniSources): Record<string, string> {
  const rows = cniSettings.map(({ key, value }) => [key, value(config)] as const);
  return Object.fromEntries(
    rows.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])),
  );
}

function withSettings(object: KubernetesObject, config: CniSources): KubernetesObject {
  if (object.kind !== 'ConfigMap' || object.metadata.name !== 'cilium-config') return object;
  return { ...object, data: { ...(object.data as object), ...settingsOf(config) } };
}

/** Returns the workload with the API server's address in the containers that need it. */
function withApiServer(workload: Workload, address: string): Workload {
  const { kind, metadata, spec } = workload;
  const row = apiClients.find((one) => one.kind === kind && one.name === metadata.name);
  const env = [
    { name: 'KUBERNETES_SERVICE_HOST', value: address },
    { name: 'KUBERNETES_SERVICE_PORT', value: apiPort },
  ];
  const told = (container: Container): Container =>
    row?.containers.includes(container.name) === true
      ? { ...container, env: [...(container.env ?? []), ...env] }
      : container;
  const { containers, initContainers = [] } = spec.template.spec;
  const pod = {
    ...spec.template.spec,
    containers: containers.map(told),
    ...(initContainers.length > 0 && { initContainers: initContainers.map(told) }),
  };
  return { ...workload, spec: { ...spec, template: { ...spec.template, spec: pod } } };
}

function withChecksum(workload: Workload, checksum: string): Workload {
  const { template } = workload.spec;
  const annotations = { ...template.metadata.annotations, [checksumAnnotation]: checksum };
  const metadata = { ...template.metadata, annotations };
  return { ...workload, spec: { ...workload.spec, template: { ...template, metadata } } };
}

/**
 * Returns the locked manifest of Cilium with the settings of this cluster. Cilium's operator makes its
 * own custom resource definitions; Strata does not.
 *
 * @param manifest - of the component `cilium`.
 */
export function renderCni(manifest: Manifest, config: CniConfiguration): Manifest {
  const configured = manifest.objects.map((object) => withSettings(object, config));
  const settings = configured.filter(({ kind }) => kind === 'ConfigMap').map(({ data }) => data);
  const text = JSON.stringify(settings);
  const checksum = createHash('sha256').update(text).digest('hex').slice(0, 16);
  const { address } = config.controlPlane.endpoint;
  const objects = configured.map((object) => {
    if (!isWorkload(object)) return object;
    const told = config.cni.kubeProxyReplacement ? withApiServer(object, address) : object;
    return withChecksum(told, checksum);
  });
  return { ...manifest, objects };
}
