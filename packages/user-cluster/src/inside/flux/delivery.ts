// SPDX-License-Identifier: Apache-2.0
import { apiextensions, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { OperatorManifest } from '@strata/manifest-objects';
import type { Manifest } from '@strata/manifests';
import type { ClusterContext } from '../../cluster-context.ts';
import type { FluxConfig } from '../../config/index.ts';
import { insidePodSecurity } from '../system-namespace.ts';
import { deliveryName, fluxApis, fluxNamespace } from './flux-names.ts';
import { gitRepositorySpec, kustomizationSpec, repositorySecret } from './render-delivery.ts';
import { renderFlux } from './render-flux.ts';

/** Arguments of {@link createDelivery}. */
export interface DeliveryArgs extends ClusterContext {
  /** Manifest of the component `flux`. */
  readonly manifest: Manifest;
  readonly flux: FluxConfig;
  /** Pod network, without which no controller starts. */
  readonly needs: readonly pulumi.Resource[];
}

/**
 * Installs Flux inside a user cluster, and has it deliver a Git repository.
 *
 * Its namespace and its custom resource definitions stay when it is removed: with them would go every
 * Kustomization that the repository has brought, and each of these may delete what it has delivered.
 *
 * @returns the Kustomization, after which everything of the delivery is in the cluster.
 */
export function createDelivery(
  name: string,
  args: DeliveryArgs,
  options: pulumi.CustomResourceOptions = {},
): pulumi.CustomResource {
  const { config, flux, manifest, needs, platform } = args;
  const controllers = new OperatorManifest(
    name,
    {
      manifest: renderFlux(manifest, config),
      needs,
      registryMirror: platform.registryMirror,
      podSecurity: insidePodSecurity,
      keepsDefinitions: true,
    },
    options,
  );
  const later = { ...options, dependsOn: controllers };
  const secret = createSecret(`${name}-secret`, args, later);
  const repository = createObject(
    `${name}-repository`,
    'GitRepository',
    args,
    gitRepositorySpec(flux),
    {
      ...options,
      dependsOn: [controllers, ...secret],
    },
  );
  return createObject(`${name}-kustomization`, 'Kustomization', args, kustomizationSpec(flux), {
    ...options,
    dependsOn: [controllers, repository],
  });
}

function metadataOf({ environment, cluster }: ClusterContext) {
  return {
    name: deliveryName,
    namespace: fluxNamespace,
    labels: clusterLabels(environment, cluster),
    annotations: ownerAnnotations,
  };
}

function createSecret(name: string, args: DeliveryArgs, options: pulumi.CustomResourceOptions) {
  const values = repositorySecret(args.flux);
  if (Object.keys(values).length === 0) return [];
  const stringData = pulumi.secret(values);
  return [new core.v1.Secret(name, { metadata: metadataOf(args), stringData }, options)];
}

function createObject(
  name: string,
  kind: keyof typeof fluxApis,
  args: DeliveryArgs,
  spec: object,
  options: pulumi.CustomResourceOptions,
) {
  return new apiextensions.CustomResource(
    name,
    { apiVersion: fluxApis[kind], kind, metadata: metadataOf(args), spec },
    options,
  );
}
