// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { clusterNamespace } from '@strata/contracts';
import type { InfraFacts } from '@strata/plan-check/infra-facts';
import type { KubevirtStackOutputs } from '@strata/contracts';
import {
  loadRelease,
  Platform,
  platformOutputs,
  releaseNamed,
  releaseOf,
  resolveFeatureGates,
} from '@strata/kubevirt-stack';
import type { readPlatformConfig } from '@strata/kubevirt-stack';
import type { Manifest } from '@strata/manifests';
import { clusterOutputs, loadInside, platformRelease, UserCluster } from '@strata/user-cluster';
import type { UserClusterConfig } from '@strata/user-cluster/config';

/** Function that loads upstream manifests. */
export type LoadManifest = (component: string, version: string) => Manifest;

/** Checked configuration, and the facts that it was checked with. */
export type PlatformConfig = Awaited<ReturnType<typeof readPlatformConfig>>;

/**
 * Renders what the program kubevirt-stack makes of a checked configuration, and returns its
 * outputs.
 *
 * @param tell - receives messages about feature gates.
 */
export function renderPlatform(
  environment: string,
  { bridges, cluster, config }: PlatformConfig,
  load: LoadManifest,
  tell: (note: string) => void = () => undefined,
) {
  const release = loadRelease(releaseNamed(config.release), load);
  const gates = resolveFeatureGates(
    { enabled: config.kubevirt.featureGates, disabled: config.kubevirt.disabledFeatureGates },
    releaseOf(release.kubevirt.version),
    cluster.kubernetes,
  );
  gates.notes.forEach(tell);
  const args = { environment, config, release, featureGates: gates, kubeconfig: 'infra', bridges };
  const platform = new Platform('platform', args);
  return platformOutputs(platform, config, cluster, gates.enabled);
}

/** Environment, name and platform of a user cluster. */
export interface ClusterPlace {
  readonly environment: string;
  readonly cluster: string;
  readonly infra: Pick<InfraFacts, 'hosts'>;
  readonly platform: KubevirtStackOutputs;
}

/**
 * Renders what the program user-cluster makes of a checked configuration, and returns its outputs.
 */
export function renderCluster(place: ClusterPlace, config: UserClusterConfig, load: LoadManifest) {
  const context = { ...place, namespace: clusterNamespace(place.cluster), config };
  const userCluster = new UserCluster(place.cluster, {
    ...context,
    infraKubeconfig: pulumi.secret('infra'),
    manifests: loadInside(config, platformRelease(place.platform), load),
  });
  return clusterOutputs(userCluster, context);
}
