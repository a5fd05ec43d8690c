// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, waitingFor } from '@strata/contracts';
import type { Manifest } from '@strata/manifests';
import { schemaWithoutDescriptions } from './schema-without-descriptions.ts';

type KubernetesObject = Manifest['objects'][number];

/** Returns the Pulumi type of an object, as the provider's SDK and policy packs name it. */
export function typeOf({ apiVersion, kind }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`;
  return `kubernetes:${group}:${kind}`;
}

/** Wait condition of webhook configurations: a webhook can be called only after its server has written its certificate into the configuration. */
const webhookReady = 'jsonpath={.webhooks[0].clientConfig.caBundle}';

/**
 * Wait condition of Services. By default the provider waits ten seconds until the endpoints of a
 * Service stop changing, even if there are none; but the workloads behind it are created later.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/await/service.go `processEndpointEvent`
 */
const serviceReady = 'jsonpath={.spec.clusterIP}';

/**
 * Wait condition of CRDs. By default the provider goes on as soon as the object exists; some operators
 * look once, when they start, which of their kinds are served, and work for no other until they start
 * again.
 *
 * @see https://github.com/prometheus-operator/prometheus-operator/blob/v0.93.1/cmd/operator/main.go `checkPrerequisites`
 */
const definitionReady = 'condition=Established';

/** Returns the annotations of a kind, with a wait condition when the provider's own rule does not fit. */
function annotationsOf(kind: string): Readonly<Record<string, string>> {
  if (kind.endsWith('WebhookConfiguration')) return waitingFor(webhookReady);
  if (kind === 'CustomResourceDefinition') return waitingFor(definitionReady);
  return kind === 'Service' ? waitingFor(serviceReady) : ownerAnnotations;
}

/** Fields of a CustomResourceDefinition that contain schemas. */
interface Definition {
  readonly versions: readonly {
    readonly schema: { readonly openAPIV3Schema: Readonly<Record<string, unknown>> };
  }[];
}

function leanDefinition(spec: Definition) {
  return {
    ...spec,
    versions: spec.versions.map((version) => ({
      ...version,
      schema: { openAPIV3Schema: schemaWithoutDescriptions(version.schema.openAPIV3Schema) },
    })),
  };
}

/** Returns the inputs of the Pulumi resource for an object: with annotations, without descriptions in CRDs, and with secret data of Secrets. */
export function inputsOf(object: KubernetesObject): pulumi.Inputs {
  const { kind, metadata, data, stringData } = object;
  const isSecret = kind === 'Secret';
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...metadata.annotations, ...annotationsOf(kind) } },
    ...(isSecret && data !== undefined && { data: pulumi.secret(data) }),
    ...(kind === 'CustomResourceDefinition' && { spec: leanDefinition(object.spec as Definition) }),
    ...(isSecret && stringData !== undefined && { stringData: pulumi.secret(stringData) }),
  };
}
