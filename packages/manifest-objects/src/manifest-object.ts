// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { ownerAnnotations, waitingFor } from '@strata/contracts';
import type { Manifest } from '@strata/manifests';
import { schemaWithoutDescriptions } from './schema-without-descriptions.ts';

type KubernetesObject = Manifest['objects'][number];

/** The type under which the provider's own SDK and policy packs know a kind. */
function typeOf({ apiVersion, kind }: KubernetesObject): string {
  const group = apiVersion.includes('/') ? apiVersion : `core/${apiVersion}`;
  return `kubernetes:${group}:${kind}`;
}

/** A webhook cannot be called until the server behind it has put its certificate in. */
const webhookReady = 'jsonpath={.webhooks[0].clientConfig.caBundle}';

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

function inputsOf(object: KubernetesObject): pulumi.Inputs {
  const { kind, metadata, data, stringData } = object;
  const ours = kind.endsWith('WebhookConfiguration') ? waitingFor(webhookReady) : ownerAnnotations;
  const isSecret = kind === 'Secret';
  return {
    ...object,
    metadata: { ...metadata, annotations: { ...metadata.annotations, ...ours } },
    ...(isSecret && data !== undefined && { data: pulumi.secret(data) }),
    ...(kind === 'CustomResourceDefinition' && { spec: leanDefinition(object.spec as Definition) }),
    ...(isSecret && stringData !== undefined && { stringData: pulumi.secret(stringData) }),
  };
}

/** One object of an upstream manifest, of whatever kind; done when it can be used. */
export class ManifestObject extends pulumi.CustomResource {
  constructor(name: string, object: KubernetesObject, options?: pulumi.CustomResourceOptions) {
    super(typeOf(object), name, inputsOf(object), {
      customTimeouts: { create: '10m', update: '10m', delete: '10m' },
      ...options,
    });
  }
}
