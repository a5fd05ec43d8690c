// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, waitingFor } from '@strata/contracts';
import type { Manifest } from '@strata/manifests';
import { schemaWithoutDescriptions } from './schema-without-descriptions.ts';

type KubernetesObject = Manifest['objects'][number];

/** The type under which the provider's own SDK and policy packs know a kind. */
export function typeOf({ apiVersion, kind }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`;
  return `kubernetes:${group}:${kind}`;
}

/** A webhook cannot be called until the server behind it has put its certificate in. */
const webhookReady = 'jsonpath={.webhooks[0].clientConfig.caBundle}';

/**
 * Left to itself, the provider waits ten seconds for the endpoints of every Service to stop changing,
 * whether there are any or not, and the workloads behind it come later.
 *
 * @see https://github.com/pulumi/pulumi-kubernetes/blob/v4.29.0/provider/pkg/await/service.go `processEndpointEvent`
 */
const serviceReady = 'jsonpath={.spec.clusterIP}';

/** What is waited for, where the provider's own rule is not the right one. */
function annotationsOf(kind: string): Readonly<Record<string, string>> {
  if (kind.endsWith('WebhookConfiguration')) return waitingFor(webhookReady);
  return kind === 'Service' ? waitingFor(serviceReady) : ownerAnnotations;
}

/** The part of a CustomResourceDefinition that holds schemas. */
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

/** What Pulumi is given of an object. */
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
