// SPDX-License-Identifier: Apache-2.0

/** A version, and where it can be verified. */
export interface Pin {
  /** As users of the project know it, without a leading `v`. */
  readonly version: string;
  readonly source: string;
}

/** An upstream project that a release installs on the infra cluster. */
export type ReleaseComponent =
  'kubevirt' | 'cdi' | 'multus' | 'metallb' | 'prometheus-operator' | 'snapshot-controller';

/** An upstream project that is installed only if an environment asks for it. */
export type OptionalComponent =
  | 'gpu-operator'
  | 'sriov-network-operator'
  | 'node-feature-discovery'
  | 'descheduler'
  | 'whereabouts';

/** An upstream project that is installed inside user clusters. */
export type TenantComponent = 'cilium';

/** A program that works for a user cluster on the infra cluster, or for its volumes inside. */
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
  | 'ssh-bastion';

/**
 * A program that monitoring runs besides the operator and its config-reloader, which the operator's
 * own manifest names.
 */
export type MonitoringImage =
  | 'alertmanager'
  | 'blackbox-exporter'
  | 'grafana'
  | 'kube-state-metrics'
  | 'node-exporter'
  | 'prometheus';

/** A container image, and where its tag can be verified. */
export interface ReleaseImage {
  /** With registry and tag, as upstream publishes it. */
  readonly image: string;
  readonly source: string;
}

/** One tested set of versions. */
export interface Release {
  readonly name: string;
  /** Kubernetes minors, both included, that the infra cluster may run. */
  readonly kubernetes: {
    readonly oldest: string;
    readonly newest: string;
    readonly source: string;
  };
  readonly components: Readonly<Record<ReleaseComponent, Pin>>;
  readonly optional: Readonly<Record<OptionalComponent, Pin>>;
  readonly tenant: Readonly<Record<TenantComponent, Pin>>;
  /** Everything that objects of Strata's own run; no upstream manifest names these. */
  readonly images: Readonly<Record<TenantImage | MonitoringImage, ReleaseImage>>;
  /** Releases from which an update to this one is tested; KubeVirt supports one minor at a time. */
  readonly reachableFrom: readonly string[];
}

const github = 'https://github.com';

const pin = (version: string, source: string): Pin => ({ version, source });

const supportMatrix = `${github}/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md`;

/** What has been the same in every release so far. */
const shared = {
  multus: pin('4.3.0', `${github}/k8snetworkplumbingwg/multus-cni/releases/tag/v4.3.0`),
  metallb: pin('0.16.1', 'https://metallb.io/release-notes/#version-0-16-1'),
  'prometheus-operator': pin(
    '0.93.1',
    `${github}/prometheus-operator/prometheus-operator/releases/tag/v0.93.1`,
  ),
  'snapshot-controller': pin(
    '8.7.0',
    `${github}/kubernetes-csi/external-snapshotter/releases/tag/v8.7.0`,
  ),
} as const;

const optional = {
  'gpu-operator': pin('26.3.3', `${github}/NVIDIA/gpu-operator/releases/tag/v26.3.3`),
  'sriov-network-operator': pin(
    '1.6.0',
    `${github}/k8snetworkplumbingwg/sriov-network-operator/releases/tag/v1.6.0`,
  ),
  'node-feature-discovery': pin(
    '0.19.0',
    `${github}/kubernetes-sigs/node-feature-discovery/releases/tag/v0.19.0`,
  ),
  descheduler: pin('0.36.0', `${github}/kubernetes-sigs/descheduler/releases/tag/v0.36.0`),
  whereabouts: pin('0.9.4', `${github}/k8snetworkplumbingwg/whereabouts/releases/tag/v0.9.4`),
} as const;

const tenant = {
  cilium: pin('1.20.2', `${github}/cilium/cilium/releases/tag/v1.20.2`),
} as const;

const image = (reference: string, source: string): ReleaseImage => ({ image: reference, source });

/** Upstream's own CSI driver has no releases; KubeOne tests this fork with these sidecars. */
const kubeone = `${github}/kubermatic/kubeone/blob/v1.14.2/pkg/templates/images/images.go`;

/** @see https://github.com/kubermatic/kubeone/tree/v1.14.2/addons/csi-kubevirt */
const tenantImages = {
  'cloud-controller-manager': image(
    'quay.io/kubevirt/kubevirt-cloud-controller-manager:v0.6.0',
    `${github}/kubevirt/cloud-provider-kubevirt/releases/tag/v0.6.0`,
  ),
  'csi-driver': image('quay.io/kubermatic/kubevirt-csi-driver:v0.4.5', kubeone),
  'csi-attacher': image('quay.io/openshift/origin-csi-external-attacher:4.20.0', kubeone),
  'csi-liveness-probe': image('quay.io/openshift/origin-csi-livenessprobe:4.20.0', kubeone),
  'csi-node-driver-registrar': image(
    'quay.io/openshift/origin-csi-node-driver-registrar:4.20.0',
    kubeone,
  ),
  'csi-provisioner': image('quay.io/openshift/origin-csi-external-provisioner:4.20.0', kubeone),
  // KubeOne runs neither: no volume of it can grow or be copied. OpenShift builds all sidecars at
  // once, under one tag.
  'csi-resizer': image(
    'quay.io/openshift/origin-csi-external-resizer:4.20.0',
    `${github}/openshift/csi-external-resizer/tree/release-4.20`,
  ),
  'csi-snapshotter': image(
    'quay.io/openshift/origin-csi-external-snapshotter:4.20.0',
    `${github}/openshift/csi-external-snapshotter/tree/release-4.20`,
  ),
  // For the user cluster; the same program as the platform's own.
  'snapshot-controller': image(
    `registry.k8s.io/sig-storage/snapshot-controller:v${shared['snapshot-controller'].version}`,
    shared['snapshot-controller'].source,
  ),
  // OpenSSH on Alpine, rebuilt whenever either has an update, for amd64 and arm64.
  'ssh-bastion': image(
    'ghcr.io/linuxserver/openssh-server:10.3_p1-r2-ls242',
    `${github}/linuxserver/docker-openssh-server/releases/tag/10.3_p1-r2-ls242`,
  ),
} as const;

/** Prometheus is the version that the toolchain builds: what tests the rules evaluates them. */
const monitoringImages = {
  alertmanager: image(
    'quay.io/prometheus/alertmanager:v0.33.1',
    `${github}/prometheus/alertmanager/releases/tag/v0.33.1`,
  ),
  'blackbox-exporter': image(
    'quay.io/prometheus/blackbox-exporter:v0.28.0',
    `${github}/prometheus/blackbox_exporter/releases/tag/v0.28.0`,
  ),
  grafana: image(
    'docker.io/grafana/grafana:12.4.10',
    `${github}/grafana/grafana/releases/tag/v12.4.10`,
  ),
  'kube-state-metrics': image(
    'registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.18.0',
    `${github}/kubernetes/kube-state-metrics/releases/tag/v2.18.0`,
  ),
  'node-exporter': image(
    'quay.io/prometheus/node-exporter:v1.12.1',
    `${github}/prometheus/node_exporter/releases/tag/v1.12.1`,
  ),
  prometheus: image(
    'quay.io/prometheus/prometheus:v3.15.0',
    `${github}/prometheus/prometheus/releases/tag/v3.15.0`,
  ),
} as const;

const images = { ...tenantImages, ...monitoringImages };

const kubevirt = (version: string) =>
  pin(version, `${github}/kubevirt/kubevirt/releases/tag/v${version}`);
const cdi = (version: string) =>
  pin(version, `${github}/kubevirt/containerized-data-importer/releases/tag/v${version}`);

/**
 * Every release of the platform, oldest first. A release is named after the KubeVirt minor that it
 * brings; the `v` keeps YAML from reading a number. CDI appears about a week after the KubeVirt
 * that it was tested with; the pairing follows the two projects' tag dates and CI lanes.
 */
export const releases = [
  {
    name: 'v1.7',
    kubernetes: { oldest: '1.32', newest: '1.34', source: supportMatrix },
    components: { kubevirt: kubevirt('1.7.0'), cdi: cdi('1.64.0'), ...shared },
    optional,
    tenant,
    images,
    reachableFrom: [],
  },
  {
    name: 'v1.8',
    kubernetes: { oldest: '1.33', newest: '1.35', source: supportMatrix },
    components: { kubevirt: kubevirt('1.8.4'), cdi: cdi('1.65.0'), ...shared },
    optional,
    tenant,
    images,
    reachableFrom: ['v1.7'],
  },
  {
    name: 'v1.9',
    // KubeVirt 1.9 supports 1.36 as well; CDI 1.65, which comes with it here, is tested up to 1.35.
    kubernetes: { oldest: '1.34', newest: '1.35', source: supportMatrix },
    components: { kubevirt: kubevirt('1.9.0'), cdi: cdi('1.65.0'), ...shared },
    optional,
    tenant,
    images,
    reachableFrom: ['v1.8'],
  },
] as const satisfies readonly Release[];

/** Name of a release. */
export type ReleaseName = (typeof releases)[number]['name'];

/** What an environment runs that names no release. */
export const defaultRelease: ReleaseName = 'v1.8';

/** The release of that name, or undefined. */
export function findRelease(name: string): Release | undefined {
  return releases.find((release) => release.name === name);
}
