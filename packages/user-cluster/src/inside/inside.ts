// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { OperatorManifest, podSecurityLabels } from '@strata/manifest-objects';
import type { ClusterContext } from '../cluster-context.ts';
import { renderCni } from './cni/index.ts';
import { createDelivery } from './flux/index.ts';
import type { InsideManifests } from './load-manifests.ts';
import { createNodeMetrics } from './metrics/node-metrics.ts';
import { renderMetricsServer } from './metrics/render-metrics-server.ts';
import { createStorageInside } from './storage-inside.ts';
import { insidePodSecurity, systemNamespace } from './system-namespace.ts';

/** Arguments of {@link Inside}. */
export interface InsideArgs extends ClusterContext {
  readonly manifests: InsideManifests;
  /** Cloud controller and storage controller: without them no node is linked to its VM. */
  readonly controllers: readonly pulumi.Resource[];
}

/**
 * Makes a cluster usable from inside: a pod network, volumes, and metrics of its nodes; and has its owner's
 * objects delivered, if they want that.
 *
 * It needs the provider of the user cluster, and the cluster's API. Its order is that in which nodes
 * become ready: pod network, cloud controller (outside), then the driver of volumes.
 */
export class Inside extends pulumi.ComponentResource {
  /** Last object of the delivery of a repository; undefined where nothing is delivered. */
  readonly delivered: pulumi.CustomResource | undefined;

  constructor(name: string, args: InsideArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Inside', name, {}, options);
    const { manifests, controllers, config, platform } = args;
    const namespace = new core.v1.Namespace(
      `${name}-namespace`,
      {
        metadata: {
          name: systemNamespace,
          labels: {
            ...clusterLabels(args.environment, args.cluster),
            ...podSecurityLabels(insidePodSecurity[systemNamespace].level),
          },
          annotations: ownerAnnotations,
        },
      },
      { parent: this },
    );
    const network = manifests.cilium && [
      new OperatorManifest(
        `${name}-cni`,
        {
          manifest: renderCni(manifests.cilium, config),
          registryMirror: platform.registryMirror,
        },
        { parent: this },
      ),
    ];
    createStorageInside(
      `${name}-storage`,
      {
        ...args,
        needs: [namespace, ...(network ?? []), ...controllers],
      },
      { parent: this, dependsOn: namespace },
    );
    if (manifests.metricsServer) {
      new OperatorManifest(
        `${name}-metrics-server`,
        {
          manifest: renderMetricsServer(manifests.metricsServer, config),
          needs: network ?? [],
          registryMirror: platform.registryMirror,
        },
        { parent: this },
      );
    }
    if (config.access.nodeMetrics) {
      createNodeMetrics(`${name}-metrics`, args, { parent: this, dependsOn: namespace });
    }
    const { flux } = config.delivery;
    this.delivered =
      manifests.flux &&
      flux &&
      createDelivery(
        `${name}-flux`,
        { ...args, manifest: manifests.flux, flux, needs: network ?? [] },
        { parent: this },
      );
    this.registerOutputs({});
  }
}
