// SPDX-License-Identifier: Apache-2.0
import { apps, core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { knownKeys } from './known-keys.ts';
import {
  bastionName,
  bastionSelector,
  renderBastionPod,
  renderSettings,
} from './render-bastion.ts';

/** Arguments of {@link Bastion}. */
export interface BastionArgs extends ClusterContext {
  /**
   * Private host key in PEM, from the resource SigningKey: SSH clients see the same bastion for ever.
   */
  readonly hostKeyPem: pulumi.Input<string>;
}

/** A pod that forwards SSH connections to the VMs of its cluster and can do nothing else. */
export class Bastion extends pulumi.ComponentResource {
  constructor(name: string, args: BastionArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Bastion', name, {}, options);
    const { cluster, config, environment, namespace } = args;
    const labels = { ...clusterLabels(environment, cluster), ...bastionSelector };
    const metadata = (object: string) => ({
      name: object,
      namespace,
      labels,
      annotations: ownerAnnotations,
    });
    const settings = new core.v1.ConfigMap(
      `${name}-settings`,
      {
        metadata: metadata(bastionName),
        data: renderSettings(knownKeys(config.access.ssh, config), config.access.ssh),
      },
      { parent: this },
    );
    const hostKey = new core.v1.Secret(
      `${name}-host-key`,
      {
        metadata: metadata(`${bastionName}-host-key`),
        stringData: { key: pulumi.secret(args.hostKeyPem) },
      },
      { parent: this },
    );
    new apps.v1.Deployment(
      `${name}-server`,
      {
        metadata: metadata(bastionName),
        spec: {
          replicas: 1,
          selector: { matchLabels: bastionSelector },
          template: { metadata: { labels }, spec: renderBastionPod(args) },
        },
      },
      { parent: this, dependsOn: [settings, hostKey], customTimeouts: { create: '10m' } },
    );
    this.registerOutputs({});
  }
}
