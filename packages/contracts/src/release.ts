// SPDX-License-Identifier: Apache-2.0
import type { OptionalComponent } from './optional-operators.ts';
import type { Pin } from './pin.ts';

/** An upstream project that a release installs on the infra cluster. */
export type ReleaseComponent =
  | 'kubevirt'
  | 'cdi'
  | 'multus'
  | 'metallb'
  | 'prometheus-operator'
  | 'snapshot-controller';

/** An upstream project that is installed inside user clusters. */
export type TenantComponent = 'cilium' | 'metrics-server' | 'flux';

/** A program that serves a user cluster on the infra cluster, or handles its volumes inside. */
export type TenantImage =
  | 'cloud-controller-manager'
  | 'csi-driver'
  | 'csi-attacher'
  | 'csi-liveness-probe'
  | 'csi-node-driver-registrar'
  | 'csi-provisioner'
  | 'csi-resizer'
  | 'csi-snapshotter'
  | 'snapshot-controller'
  | 'ssh-bastion'
  | 'etcd'
  | 'restic';

/**
 * A program that monitoring runs, besides the operator and its config-reloader, which the
 * operator's own manifest names.
 */
export type MonitoringImage =
  | 'alertmanager'
  | 'blackbox-exporter'
  | 'grafana'
  | 'kube-state-metrics'
  | 'node-exporter'
  | 'prometheus';

/** A program that the platform runs for the networks of VMs. */
export type NetworkImage = 'bridge-marker';

/** A container image, and a URL where its tag can be verified. */
export interface ReleaseImage {
  /** Image with registry and tag, as published upstream. */
  readonly image: string;
  readonly source: string;
}

/**
 * The versions that a release installs: the stacks on that release read them, and no other stack
 * depends on them.
 */
export interface ReleaseContent {
  readonly components: Readonly<Record<ReleaseComponent, Pin>>;
  readonly optional: Readonly<Record<OptionalComponent, Pin>>;
  readonly tenant: Readonly<Record<TenantComponent, Pin>>;
  /** All images of Strata's own objects; no upstream manifest names these. */
  readonly images: Readonly<Record<TenantImage | MonitoringImage | NetworkImage, ReleaseImage>>;
}

/** One tested set of versions, and its place among the others. */
export interface Release extends ReleaseContent {
  readonly name: string;
  /** Oldest and newest Kubernetes minor that the infra cluster may run. */
  readonly kubernetes: { readonly oldest: string; readonly newest: string };
  /** Releases from which an update to this one is tested; KubeVirt supports one minor at a time. */
  readonly reachableFrom: readonly string[];
}
