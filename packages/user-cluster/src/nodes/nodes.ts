// SPDX-License-Identifier: Apache-2.0
import { core, Provider } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels } from '@strata/contracts';
import { infraProviderArgs } from '@strata/contracts/program';
import { ApiReady, PoolRollout } from '@strata/strata-provider';
import { createUserData, workerBootstrap } from '../bootstrap/index.ts';
import type { ClusterContext, NamespaceContents } from '../cluster-context.ts';
import type { PoolConfig } from '../config/index.ts';
import { ControlPlane } from '../control-plane/index.ts';
import { createSecretsRewrite, renderBootstrapToken } from '../keys/index.ts';
import type { ClusterKeys } from '../keys/index.ts';
import { poolMachine, renderNetworkData, WorkerPool } from '../machines/index.ts';
import { isUnfinished } from '../update/index.ts';
import { rolloutPace } from './rollout-pace.ts';

/** Arguments of {@link Nodes}. */
export interface NodesArgs extends ClusterContext {
  readonly keys: ClusterKeys;
  /** URL of the API. */
  readonly endpoint: string;
  /** Kubeconfig of the infra cluster; a secret. */
  readonly infraKubeconfig: pulumi.Input<string>;
  /** Resource whose deletion deletes everything inside the cluster. */
  readonly deletedWith: pulumi.Resource;
  readonly contents: NamespaceContents;
}

/**
 * VMs of a cluster, in the order in which a cluster grows and is updated: control plane, its API, the
 * token by which VMs join, and then all pools at once.
 */
export class Nodes extends pulumi.ComponentResource {
  readonly controlPlane: readonly string[];
  /** Names of the VMs of each pool, in the configuration's order. */
  readonly pools: readonly (readonly string[])[];
  /** Names of the pools whose VMs have another generation than they should have. */
  readonly rollingPools: pulumi.Output<readonly string[]>;
  /** Provider of the cluster's own API; it exists once the API does. */
  readonly provider: Provider;

  constructor(name: string, args: NodesArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:Nodes', name, {}, options);
    const { deletedWith, ...common } = args;
    const { keys, environment, cluster, config } = common;
    const { value, tokenId, expiration } = keys.token;
    const rewritten = createSecretsRewrite(
      `${name}-secrets`,
      { ...common, kubeconfig: keys.adminKubeconfig },
      { parent: this },
    );
    const controlPlane = new ControlPlane(
      `${name}-control-plane`,
      { ...common, after: rewritten },
      { parent: this },
    );
    const ready = new ApiReady(
      `${name}-api`,
      {
        endpoint: common.endpoint,
        authorityPem: keys.authority.certificatePem,
        kubernetesVersion: config.kubernetes.version,
        generations: controlPlane.generations,
      },
      { parent: this, dependsOn: controlPlane },
    );
    this.provider = new Provider(
      `${name}-provider`,
      // The kubeconfig waits for the API, because a provider looks at its cluster when it is made. Never
      // set `deleteUnreachable` here: it takes an API that is away for one without objects, so a drift
      // check would report that they are gone, and a refresh would forget them.
      {
        ...infraProviderArgs(
          pulumi.all([keys.adminKubeconfig, ready.endpoint]).apply(([kubeconfig]) => kubeconfig),
          `${environment}.${cluster}`,
        ),
        // A destroy forgets the objects inside before the VMs go. An update after a destroy that was
        // interrupted between the two finds them all there.
        upsertExistingObjects: true,
      },
      { parent: this, dependsOn: ready },
    );
    const labels = clusterLabels(environment, cluster);
    const rendered = pulumi
      .output({ tokenId, value, expiration })
      .apply((token) => renderBootstrapToken(token, labels));
    const secret = new core.v1.Secret(
      `${name}-token`,
      {
        metadata: rendered.metadata,
        type: rendered.type,
        stringData: pulumi.secret(rendered.stringData),
      },
      { parent: this, provider: this.provider, deletedWith },
    );
    this.controlPlane = controlPlane.machines;
    const pools = config.pools.map((pool) => this.createPool(name, common, pool, secret));
    this.pools = pools.map(({ machines }) => machines);
    this.rollingPools = rollingNames(pools);
    this.registerOutputs({});
  }

  private createPool(
    name: string,
    args: Omit<NodesArgs, 'deletedWith'>,
    pool: PoolConfig,
    token: pulumi.Resource,
  ) {
    const { keys, infraKubeconfig, ...context } = args;
    const { namespace } = context;
    const child = `${name}-pool-${pool.name}`;
    const networkData = renderNetworkData(pool, context.platform);
    const { secret, secretName, generation } = createUserData(
      `${child}-userdata`,
      {
        machine: poolMachine(context, pool),
        bootstrap: workerBootstrap(context, pool, keys),
        token: keys.token.value,
        networkData,
      },
      { parent: this, ...context.contents },
    );
    const workers = new WorkerPool(
      child,
      {
        ...context,
        pool,
        generation,
        userDataSecret: secretName,
        networkData: networkData !== undefined,
      },
      { parent: this, dependsOn: [secret, token] },
    );
    const isRolling = generation.apply((value) =>
      isUnfinished(context.foundPools?.[pool.name], value),
    );
    new PoolRollout(
      `${child}-rollout`,
      {
        namespace,
        generation,
        kubeconfig: infraKubeconfig,
        pool: pool.name,
        replicas: pool.replicas,
        minReadySeconds: pool.minReadySeconds,
        ...rolloutPace(pool),
        clusterKubeconfig: keys.adminKubeconfig,
        unfinished: isRolling,
      },
      { parent: this, dependsOn: workers },
    );
    return { name: pool.name, machines: workers.machines, isRolling };
  }
}

/** Returns the names of the pools that roll. */
function rollingNames(
  pools: readonly { readonly name: string; readonly isRolling: pulumi.Output<boolean> }[],
): pulumi.Output<readonly string[]> {
  return pulumi
    .all(pools.map(({ isRolling }) => isRolling))
    .apply((rolling) => pools.filter((_, at) => rolling[at] === true).map(({ name }) => name));
}
