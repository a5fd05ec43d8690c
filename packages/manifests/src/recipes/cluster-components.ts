// SPDX-License-Identifier: Apache-2.0
import type { Component } from './component.ts';

/**
 * Newest Kubernetes minor that every release of the platform supports. Templates hardly depend on
 * it.
 */
const kubeVersion = '1.34.0';

const fluxImages: readonly string[] = [
  'ghcr.io/fluxcd/kustomize-controller:v1.9.5',
  'ghcr.io/fluxcd/source-controller:v1.9.5',
];

/**
 * Components that are installed inside user clusters from their own charts. Only values that differ
 * from the chart's defaults are here. Values that differ between clusters are set when a program
 * runs (`packages/user-cluster/src/inside/cni`).
 */
export const clusterComponents = {
  /** The pod network. @see https://docs.cilium.io/en/v1.20/helm-reference/ */
  cilium: [
    {
      name: 'cilium',
      version: '1.20.2',
      sources: [
        {
          from: 'chart',
          module: 'github.com/cilium/cilium',
          path: 'install/kubernetes/cilium',
          release: 'cilium',
          namespace: 'kube-system',
          kubeVersion,
          values: {
            // The VMs are in a pod network themselves: nothing outside routes the pods of a user
            // cluster, and most infra clusters use port 8472, the chart's default.
            routingMode: 'tunnel',
            tunnelProtocol: 'vxlan',
            tunnelPort: 8473,
            // Pods get addresses from the range that kube-controller-manager gave their node.
            ipam: { mode: 'kubernetes' },
            k8s: { requireIPv4PodCIDR: true },
            // kubeadm brings kube-proxy; a cluster may leave it out.
            kubeProxyReplacement: 'false',
            // The operator elects a leader, and a minute without it does no harm.
            operator: { replicas: 1 },
            // Every rendering would generate new certificates for it.
            hubble: { enabled: false },
            // Envoy runs inside the agent instead of in a daemon set of its own.
            envoy: { enabled: false },
            // Secrets for TLS interception would be copied to a namespace that everybody who may
            // write policies can read. Without it the operator does not read Secrets at all.
            tls: { secretSync: { enabled: false }, secretsNamespace: { create: false } },
            // Address on which node-local-dns listens on every node. If Cilium counted it as an
            // address of the node, policies that allow DNS by pod would not match. The ConfigMap
            // has it as a flag of the agent.
            extraConfig: { 'exclude-local-address': '169.254.20.10/32' },
          },
        },
      ],
      file: 'cilium',
      omits: [
        // Kubernetes itself makes this namespace.
        { kind: 'Namespace', name: 'kube-system' },
        // Belongs to the namespace that is not made, see `tls`.
        { kind: 'Role', name: 'cilium-tlsinterception-secrets' },
        { kind: 'RoleBinding', name: 'cilium-tlsinterception-secrets' },
        // Only removes what encryption by ztunnel left behind; that encryption is never on here.
        { kind: 'Role', name: 'cilium-operator-ztunnel' },
        { kind: 'RoleBinding', name: 'cilium-operator-ztunnel' },
      ],
    },
  ],
  /** Use of CPU and memory, for `kubectl top` and autoscalers. @see https://github.com/kubernetes-sigs/metrics-server/tree/v0.8.0/charts/metrics-server */
  'metrics-server': [
    {
      name: 'metrics-server',
      version: '0.8.0',
      sources: [
        {
          from: 'chart',
          module: 'sigs.k8s.io/metrics-server',
          path: 'charts/metrics-server',
          release: 'metrics-server',
          namespace: 'kube-system',
          kubeVersion,
          values: {
            // The chart in the module still names 0.7.2.
            image: { tag: 'v0.8.0' },
          },
        },
      ],
      file: 'metrics-server',
    },
  ],
  /**
   * Two of Flux's controllers, at the versions of a release of Flux, and of its own installation what belongs
   * to them. Rights are made when a program runs (`packages/user-cluster/src/inside/flux`).
   * @see https://github.com/fluxcd/flux2/tree/v2.9.5/manifests/bases
   */
  flux: [
    {
      name: 'flux',
      version: '2.9.5',
      sources: [
        {
          from: 'files',
          module: 'github.com/fluxcd/source-controller',
          moduleVersion: 'v1.9.5',
          paths: [
            // It does not start without the definitions of all kinds that it serves.
            ...[
              'buckets',
              'gitrepositories',
              'helmcharts',
              'helmrepositories',
              'ocirepositories',
            ].map((kind) => `config/crd/bases/source.toolkit.fluxcd.io_${kind}.yaml`),
            'config/manager/deployment.yaml',
            'config/manager/service.yaml',
          ],
        },
        {
          from: 'files',
          module: 'github.com/fluxcd/kustomize-controller',
          moduleVersion: 'v1.9.5',
          paths: [
            'config/crd/bases/kustomize.toolkit.fluxcd.io_kustomizations.yaml',
            'config/manager/deployment.yaml',
          ],
        },
        {
          from: 'files',
          module: 'github.com/fluxcd/flux2/v2',
          paths: [
            'manifests/bases/source-controller/account.yaml',
            'manifests/bases/kustomize-controller/account.yaml',
            // Nobody outside of the namespace reads what was fetched: source-controller asks nobody who
            // they are.
            'manifests/policies/allow-egress.yaml',
          ],
        },
      ],
      file: 'flux',
      installedInto: 'flux-system',
      // Upstream's installation names registry and tag (`manifests/install/kustomization.yaml`, and
      // `config/manager/kustomization.yaml` of each controller).
      pins: fluxImages.map((image) => ({
        from: image.slice('ghcr.io/'.length, image.indexOf(':')),
        to: image,
      })),
      otherImages: fluxImages,
    },
  ],
} as const satisfies Readonly<Record<string, readonly Component[]>>;
