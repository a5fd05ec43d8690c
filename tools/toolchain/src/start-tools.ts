// SPDX-License-Identifier: Apache-2.0
import { csiTools } from './csi-tools.ts';
import { cdiTool, kubevirtTool } from './operator-tools.ts';
import { controlPlaneBinaries, kubernetesStamps } from './tool-families.ts';
import type { Tool, ToolBinary } from './tool-types.ts';

const kubernetesVersion = '1.35.4';
const prometheusOperatorVersion = '0.93.1';

const prometheus = <N extends string>(name: N) =>
  ({ name, package: `github.com/prometheus/prometheus/cmd/${name}` }) as const satisfies ToolBinary;

const snapshotter = <N extends string>(name: N) =>
  ({
    name,
    package: `github.com/kubernetes-csi/external-snapshotter/v8/cmd/${name}`,
  }) as const satisfies ToolBinary;

/**
 * Tools that `npm start` needs, in build order. Times and disk space were measured with Go 1.26 on
 * two cores, each tool after those above it. Each operator (KubeVirt, CDI, MetalLB, ...) stands in
 * for one exact image, so operators are never taken from PATH.
 */
export const startTools = {
  pulumi: {
    version: '3.259.0',
    module: { path: 'github.com/pulumi/pulumi/pkg/v3' },
    binaries: [
      // Never from PATH: a pulumi does not say whether it has our patches.
      { name: 'pulumi', package: 'github.com/pulumi/pulumi/pkg/v3/cmd/pulumi' },
    ],
    stamps: { 'github.com/pulumi/pulumi/sdk/v3/go/common/version.Version': 'v3.259.0' },
    coldMinutes: 3.5,
    footprint: { modules: 1600, objects: 1290, binaries: 110 },
  },
  'pulumi-language-nodejs': {
    // The newest language host that is a module of its own; it also serves newer CLIs and SDKs.
    version: '3.188.0',
    module: {
      path: 'github.com/pulumi/pulumi/sdk/nodejs/cmd/pulumi-language-nodejs/v3',
      version: 'v3.0.0-20250806165243-bee5e4fa4815',
    },
    binaries: [
      {
        name: 'pulumi-language-nodejs',
        package: 'github.com/pulumi/pulumi/sdk/nodejs/cmd/pulumi-language-nodejs/v3',
      },
    ],
    stamps: { 'github.com/pulumi/pulumi/sdk/v3/go/common/version.Version': 'v3.188.0' },
    coldMinutes: 0.5,
    footprint: { modules: 400, objects: 150, binaries: 30 },
  },
  'pulumi-resource-kubernetes': {
    version: '4.29.0',
    module: {
      path: 'github.com/pulumi/pulumi-kubernetes/provider/v4',
      // The commit of the v4.29.0 release; the module has no version tag of its own.
      version: 'v4.0.0-20260421181658-ec3b5cbc2087',
    },
    binaries: [
      // Never from PATH: it says neither its version, of which the SDK requires exactly this one, nor
      // whether it has our patches.
      { name: 'pulumi-resource-kubernetes', package: '.' },
    ],
    stamps: { 'github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version.Version': '4.29.0' },
    embeds: ['schema', 'terraform-mapping'].map((file) => ({
      package: 'github.com/pulumi/pulumi-kubernetes/provider/v4/pkg/version',
      from: `../../cmd/pulumi-resource-kubernetes/${file}.json`,
      to: `${file}-embed.json`,
    })),
    coldMinutes: 5.5,
    footprint: { modules: 800, objects: 3620, binaries: 170 },
  },
  // These three make the manifests that a preview of a platform reads.
  kubevirt: kubevirtTool('kubevirt', {
    coldMinutes: 2,
    footprint: { modules: 540, objects: 1090, binaries: 250 },
  }),
  cdi: cdiTool('cdi', {
    coldMinutes: 1.5,
    footprint: { modules: 800, objects: 800, binaries: 245 },
  }),
  helm: {
    version: '3.20.2',
    module: { path: 'helm.sh/helm/v3' },
    // Never from PATH: its output is locked byte by byte.
    binaries: [{ name: 'helm', package: 'helm.sh/helm/v3/cmd/helm' }],
    stamps: { 'helm.sh/helm/v3/internal/version.version': 'v3.20.2' },
    coldMinutes: 1,
    footprint: { modules: 160, objects: 670, binaries: 60 },
  },
  etcd: {
    version: '3.6.5',
    module: { path: 'go.etcd.io/etcd/server/v3' },
    binaries: [
      {
        name: 'etcd',
        package: 'go.etcd.io/etcd/server/v3',
        builtAs: 'server',
        probe: { args: ['--version'], pattern: /^etcd Version: (\S+)/m },
      },
    ],
    stamps: {},
    fromPath: { range: '^3.6.5' },
    coldMinutes: 0.5,
    footprint: { modules: 270, objects: 165, binaries: 30 },
  },
  kubernetes: {
    version: kubernetesVersion,
    module: { path: 'k8s.io/kubernetes' },
    binaries: [
      ...controlPlaneBinaries,
      {
        name: 'kubectl',
        package: 'k8s.io/kubernetes/cmd/kubectl',
        probe: { args: ['version', '--client'], pattern: /^Client Version: v(\S+)/m },
      },
    ],
    stamps: kubernetesStamps(kubernetesVersion),
    fromPath: { range: `~${kubernetesVersion}` },
    coldMinutes: 3.7,
    footprint: { modules: 505, objects: 2460, binaries: 460 },
  },
  'network-policies': {
    // Our own program around the library of kube-network-policies.
    version: '0.8.0',
    module: { path: 'sigs.k8s.io/kube-network-policies' },
    binaries: [{ name: 'network-policies', package: '.' }],
    stamps: {},
    coldMinutes: 0.7,
    footprint: { modules: 60, objects: 250, binaries: 55 },
  },
  kwok: {
    version: '0.7.0',
    module: { path: 'sigs.k8s.io/kwok' },
    binaries: [
      {
        name: 'kwok',
        package: 'sigs.k8s.io/kwok/cmd/kwok',
        probe: { args: ['--version'], pattern: /^kwok version v(\S+)/m },
      },
    ],
    stamps: {},
    // Before 1.0 a new minor version may break compatibility.
    fromPath: { range: '~0.7.0' },
    coldMinutes: 1,
    footprint: { modules: 250, objects: 630, binaries: 65 },
  },
  metallb: {
    version: '0.16.1',
    module: { path: 'go.universe.tf/metallb' },
    binaries: [
      {
        name: 'metallb-controller',
        package: 'go.universe.tf/metallb/controller',
        builtAs: 'controller',
      },
    ],
    stamps: {},
    coldMinutes: 1.2,
    footprint: { modules: 200, objects: 790, binaries: 65 },
  },
  'snapshot-controller': {
    version: '8.7.0',
    module: { path: 'github.com/kubernetes-csi/external-snapshotter/v8' },
    binaries: [
      snapshotter('snapshot-controller'),
      // The snapshotter sidecar of CSI drivers, beside the snapshot controller that all drivers
      // share.
      snapshotter('csi-snapshotter'),
    ],
    stamps: { 'main.version': 'v8.7.0' },
    coldMinutes: 2,
    footprint: { modules: 370, objects: 1460, binaries: 138 },
  },
  'prometheus-operator': {
    version: prometheusOperatorVersion,
    module: { path: 'github.com/prometheus-operator/prometheus-operator' },
    binaries: [
      {
        name: 'prometheus-operator',
        package: 'github.com/prometheus-operator/prometheus-operator/cmd/operator',
        builtAs: 'operator',
      },
    ],
    stamps: { 'github.com/prometheus/common/version.Version': prometheusOperatorVersion },
    coldMinutes: 1.5,
    footprint: { modules: 600, objects: 1010, binaries: 70 },
  },
  'prometheus-config-reloader': {
    version: prometheusOperatorVersion,
    module: { path: 'github.com/prometheus-operator/prometheus-operator' },
    binaries: [
      {
        name: 'prometheus-config-reloader',
        package:
          'github.com/prometheus-operator/prometheus-operator/cmd/prometheus-config-reloader',
      },
    ],
    stamps: { 'github.com/prometheus/common/version.Version': prometheusOperatorVersion },
    coldMinutes: 0.2,
    footprint: { modules: 110, objects: 20, binaries: 40 },
  },
  ...csiTools,
  prometheus: {
    version: '3.15.0',
    module: { path: 'github.com/prometheus/prometheus', version: 'v0.315.0' },
    binaries: [prometheus('prometheus'), prometheus('promtool')],
    // Prometheus finds targets here through Kubernetes or files; the SDKs of the clouds would be
    // half the build.
    tags: ['remove_all_sd', 'enable_kubernetes_sd'],
    stamps: { 'github.com/prometheus/common/version.Version': '3.15.0' },
    coldMinutes: 2.5,
    footprint: { modules: 880, objects: 1100, binaries: 125 },
  },
  'kube-state-metrics': {
    version: '2.18.0',
    module: { path: 'k8s.io/kube-state-metrics/v2' },
    binaries: [{ name: 'kube-state-metrics', package: 'k8s.io/kube-state-metrics/v2' }],
    stamps: { 'github.com/prometheus/common/version.Version': 'v2.18.0' },
    coldMinutes: 1,
    footprint: { modules: 100, objects: 500, binaries: 60 },
  },
  'kubevirt-cloud-controller-manager': {
    // Upstream's module is on no Go proxy. The folder has our provider, which follows upstream's
    // source, for the cloud controller manager at the version that upstream uses.
    version: '0.6.0',
    module: { path: 'k8s.io/cloud-provider', version: 'v0.34.3' },
    binaries: [{ name: 'kubevirt-cloud-controller-manager', package: '.' }],
    stamps: {},
    coldMinutes: 0.8,
    footprint: { modules: 30, objects: 420, binaries: 70 },
  },
  'ignition-validate': {
    // Ignition's own reader of its configs, for guests that start from one. Ignition itself works
    // on a machine's disks and is never built here.
    version: '2.24.0',
    module: { path: 'github.com/coreos/ignition/v2' },
    binaries: [{ name: 'ignition-validate', package: '.' }],
    stamps: {},
    coldMinutes: 0.3,
    footprint: { modules: 40, objects: 30, binaries: 8 },
  },
  nft: {
    // The part of nftables that kube-proxy needs, see nft/README.md. The version is that of the
    // nftables that it is tested against. Never from PATH: a machine's own nft may have any
    // version, and what kube-proxy does here must not depend on whether there is one.
    version: '1.0.6',
    module: { path: 'golang.org/x/sys', version: 'v0.38.0' },
    binaries: [{ name: 'nft', package: '.' }],
    stamps: {},
    coldMinutes: 0.2,
    footprint: { modules: 15, objects: 50, binaries: 3 },
  },
  'kubelet-validate': {
    // The kubelet's own reader of its flags and its configuration, for guests. Nearly all of its
    // packages are compiled for `kubernetes` above already. It has a folder of its own, because a
    // Kubernetes from PATH has no such program.
    version: kubernetesVersion,
    module: { path: 'k8s.io/kubernetes' },
    binaries: [{ name: 'kubelet-validate', package: '.' }],
    stamps: kubernetesStamps(kubernetesVersion),
    coldMinutes: 0.2,
    footprint: { modules: 20, objects: 20, binaries: 50 },
  },
} as const satisfies Readonly<Record<string, Tool>>;
