// SPDX-License-Identifier: Apache-2.0
import { optionalOperators } from '../optional-operators.ts';
import type { Pin } from '../pin.ts';
import type { ReleaseImage } from '../release.ts';

const github = 'https://github.com';

const pin = (version: string, source: string): Pin => ({ version, source });

/** Returns a version of KubeVirt with its source. */
export const kubevirt = (version: string): Pin =>
  pin(version, `${github}/kubevirt/kubevirt/releases/tag/v${version}`);

/** Returns a version of CDI with its source. */
export const cdi = (version: string): Pin =>
  pin(version, `${github}/kubevirt/containerized-data-importer/releases/tag/v${version}`);

const components = {
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

const tenant = {
  cilium: pin('1.20.2', `${github}/cilium/cilium/releases/tag/v1.20.2`),
  'metrics-server': pin('0.8.0', `${github}/kubernetes-sigs/metrics-server/releases/tag/v0.8.0`),
  flux: pin('2.9.5', `${github}/fluxcd/flux2/releases/tag/v2.9.5`),
} as const;

const image = (reference: string, source: string): ReleaseImage => ({ image: reference, source });

/**
 * Source of the CSI driver's images. Upstream's own driver has no releases; KubeOne tests this fork
 * with these sidecars.
 */
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
  // KubeOne runs neither, so its volumes cannot grow or be copied. OpenShift builds all sidecars at
  // once, under one tag.
  'csi-resizer': image(
    'quay.io/openshift/origin-csi-external-resizer:4.20.0',
    `${github}/openshift/csi-external-resizer/tree/release-4.20`,
  ),
  'csi-snapshotter': image(
    'quay.io/openshift/origin-csi-external-snapshotter:4.20.0',
    `${github}/openshift/csi-external-snapshotter/tree/release-4.20`,
  ),
  // For the user cluster; the same program as on the infra cluster.
  'snapshot-controller': image(
    `registry.k8s.io/sig-storage/snapshot-controller:v${components['snapshot-controller'].version}`,
    components['snapshot-controller'].source,
  ),
  // OpenSSH on Alpine, rebuilt whenever either has an update, for amd64 and arm64.
  'ssh-bastion': image(
    'ghcr.io/linuxserver/openssh-server:10.3_p1-r2-ls242',
    `${github}/linuxserver/docker-openssh-server/releases/tag/10.3_p1-r2-ls242`,
  ),
  // For backups: etcdctl and etcdutl, which save from etcd 3.5, too, and restore it.
  etcd: image('registry.k8s.io/etcd:3.6.5-0', `${github}/etcd-io/etcd/releases/tag/v3.6.5`),
  restic: image('docker.io/restic/restic:0.18.1', `${github}/restic/restic/releases/tag/v0.18.1`),
} as const;

/**
 * Images of monitoring. Prometheus has the version of promtool in the toolchain: the program that
 * tests the rules also evaluates them.
 */
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

/** Images for networks. Upstream's tags have no `v`. */
const networkImages = {
  'bridge-marker': image(
    'quay.io/kubevirt/bridge-marker:0.13.0',
    `${github}/kubevirt/bridge-marker/releases/tag/0.13.0`,
  ),
} as const;

/**
 * Contents that have been the same in every release so far. A release that differs has the
 * difference in its own file: a change here reaches the stacks of all releases.
 */
export const unchanged = {
  components,
  optional: optionalOperators,
  tenant,
  images: { ...tenantImages, ...monitoringImages, ...networkImages },
} as const;
