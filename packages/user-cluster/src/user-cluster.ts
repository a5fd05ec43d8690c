// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { SigningKey } from '@strata/strata-provider';
import { createMachineMetrics, createSshAccess } from './access/index.ts';
import type { Backup } from './backup/index.ts';
import type { ClusterContext } from './cluster-context.ts';
import { createApiEndpoint } from './control-plane/index.ts';
import { tellDelivery } from './inside/index.ts';
import type { InsideManifests } from './inside/index.ts';
import { apiUrl, ClusterKeys } from './keys/index.ts';
import { liveMigrates } from './live-migrates.ts';
import { Nodes } from './nodes/nodes.ts';
import { foresee } from './readiness/index.ts';
import { Services } from './services/services.ts';
import { Ground } from './tenancy/index.ts';

/** Arguments of {@link UserCluster}. */
export interface UserClusterArgs extends ClusterContext {
  /** Kubeconfig of the cluster's account on the infra cluster; a secret. */
  readonly infraKubeconfig: pulumi.Input<string>;
  /** Manifests of what is installed inside. */
  readonly manifests: InsideManifests;
  /** Whether an update asks the cluster what has become of its delivery. @default previews alone do */
  readonly asksAfterUpdate?: boolean;
}

/**
 * One isolated user cluster: its ground, its keys, its VMs once both exist, and the services that make
 * it usable.
 */
export class UserCluster extends pulumi.ComponentResource {
  /** URL of its API. */
  readonly endpoint: string;
  readonly keys: ClusterKeys;
  readonly nodes: Nodes;
  /** Port of the jump to its VMs, from outside; undefined where there is none. */
  readonly sshPort: pulumi.Output<number | undefined>;
  /** Public host key of the bastion, in PEM; undefined where there is none. */
  readonly bastionKeyPem: pulumi.Output<string> | undefined;
  /** Repository and password of its backups, a secret; undefined without backups. */
  readonly backup: Backup['access'] | undefined;

  constructor(name: string, args: UserClusterArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:UserCluster', name, {}, options);
    const { infraKubeconfig, manifests, asksAfterUpdate, ...context } = args;
    const ground = new Ground(
      `${name}-ground`,
      { ...context, infraKubeconfig, liveMigrates: liveMigrates(context) },
      { parent: this },
    );
    const { contents, namespace: deletedWith, owner } = ground;
    this.keys = new ClusterKeys(`${name}-keys`, context, { parent: this });
    const service = createApiEndpoint(`${name}-api`, context, {
      parent: this,
      dependsOn: ground,
      ...contents,
    });
    this.endpoint = apiUrl(context.config);
    this.nodes = new Nodes(
      `${name}-nodes`,
      {
        ...context,
        contents,
        deletedWith,
        infraKubeconfig,
        keys: this.keys,
        endpoint: this.endpoint,
      },
      // No VM may exist before its isolation.
      { parent: this, dependsOn: [ground, service] },
    );
    const services = new Services(
      `${name}-services`,
      {
        ...context,
        contents,
        deletedWith,
        owner,
        manifests,
        keys: this.keys,
        nodes: this.nodes,
        provider: this.nodes.provider,
      },
      { parent: this, dependsOn: ground },
    );
    this.backup = services.backup?.access;
    const { bastionKeyPem, sshPort } = this.#openWays(`${name}-access`, context, ground);
    this.sshPort = sshPort;
    this.bastionKeyPem = bastionKeyPem;
    const kubeconfig = this.keys.adminKubeconfig;
    const { rollingPools } = this.nodes;
    // Pulumi waits for it; an output without a value is not kept.
    const foreseen = foresee({ ...context, kubeconfig, rollingPools });
    const { delivered } = services;
    const told = tellDelivery({ ...context, kubeconfig, delivered, asksAfterUpdate });
    this.registerOutputs({ endpoint: this.endpoint, foreseen, told });
  }

  /** Makes the ways to the VMs, for people and for the platform's monitoring. */
  #openWays(name: string, context: ClusterContext, ground: Ground) {
    const inside = { parent: this, dependsOn: ground };
    const { contents, owner } = ground;
    createMachineMetrics(`${name}-metrics`, { ...context, contents, owner }, inside);
    if (context.config.access.ssh.via !== 'bastion') {
      return { sshPort: createSshAccess(`${name}-ssh`, context, inside), bastionKeyPem: undefined };
    }
    const { privateKeyPem, publicKeyPem } = new SigningKey(`${name}-host-key`, { parent: this });
    const args = { ...context, hostKeyPem: privateKeyPem };
    return {
      sshPort: createSshAccess(`${name}-ssh`, args, inside),
      bastionKeyPem: publicKeyPem,
    };
  }
}
