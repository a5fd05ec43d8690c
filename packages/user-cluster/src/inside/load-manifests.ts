// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import type { Release } from '@strata/contracts';
import { loadManifest, ManifestError } from '@strata/manifests';
import type { Manifest } from '@strata/manifests';
import type { UserClusterConfig } from '../config/index.ts';

/** Upstream manifests that a user cluster needs. */
export interface InsideManifests {
  /** Undefined means that the cluster's owner brings a pod network. */
  readonly cilium?: Manifest;
  /** Undefined means that the cluster has none of Strata's. */
  readonly metricsServer?: Manifest;
  /** Undefined means that nothing is delivered from a repository. */
  readonly flux?: Manifest;
  /** Undefined means that volumes have no snapshots. */
  readonly snapshots?: Manifest;
}

/** Loads one manifest at one version. */
export type LoadManifest = (
  name: 'cilium' | 'flux' | 'metrics-server' | 'snapshot-controller',
  version: string,
) => Manifest;

/**
 * Loads and verifies the manifests that a configuration asks for, at the versions of a release.
 *
 * @param load - replaced in tests.
 * @throws RunError when one is missing or is not the locked one: the user sees one message, without
 * a stack trace.
 */
export function loadInside(
  {
    applications,
    cni,
    delivery,
    storage,
  }: Pick<UserClusterConfig, 'applications' | 'cni' | 'delivery' | 'storage'>,
  { tenant, components }: Pick<Release, 'tenant' | 'components'>,
  load: LoadManifest = loadManifest,
): InsideManifests {
  try {
    return {
      ...(cni.type === 'cilium' && { cilium: load('cilium', tenant.cilium.version) }),
      ...(applications.metricsServer && {
        metricsServer: load('metrics-server', tenant['metrics-server'].version),
      }),
      ...(delivery.flux && { flux: load('flux', tenant.flux.version) }),
      ...(storage.snapshots && {
        snapshots: load('snapshot-controller', components['snapshot-controller'].version),
      }),
    };
  } catch (error) {
    if (error instanceof ManifestError) throw new pulumi.RunError(error.message);
    throw error;
  }
}
