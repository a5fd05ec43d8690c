// SPDX-License-Identifier: Apache-2.0
import type { Exception } from '../rule/index.ts';

const metallb =
  'https://github.com/metallb/metallb/blob/v0.16.1/config/manifests/metallb-native.yaml';
const multus =
  'https://github.com/k8snetworkplumbingwg/multus-cni/blob/v4.3.0/deployments/multus-daemonset-thick.yml';
const nodeExporter = 'https://github.com/prometheus/node_exporter/blob/v1.12.1/README.md#docker';
const cilium = 'https://docs.cilium.io/en/v1.20/security/network/intro/';

/**
 * Pods that need more of their node than Pod Security's level `baseline` allows. virt-handler is
 * not listed: virt-operator makes it, so it is never in a preview; its namespace has the label.
 *
 * @see https://kubernetes.io/docs/concepts/security/pod-security-standards/#baseline
 */
export const privilegedPods: readonly Exception[] = [
  {
    object: 'metallb-system/speaker',
    reason: 'answers ARP on the network of the node',
    source: metallb,
  },
  {
    object: 'kube-system/kube-multus-ds',
    reason: 'installs CNI plugins on the node and enters the network namespaces of its pods',
    source: multus,
  },
  {
    object: 'kube-system/bridge-marker',
    reason: 'lists the bridges of the node, for which it is on its network',
    source: 'https://github.com/kubevirt/bridge-marker/blob/0.13.0/manifests/bridge-marker.yml.in',
  },
  {
    object: 'monitoring-hosts/node-exporter',
    reason: "measures the node's own processes, network and files",
    source: nodeExporter,
  },
  {
    object: 'strata-system/node-exporter',
    reason: "measures the processes, network and files of a user cluster's machine",
    source: nodeExporter,
  },
  {
    object: 'strata-system/kubevirt-csi-node',
    reason: "formats disks of a user cluster's machine and mounts them where its kubelet looks",
    source: 'https://github.com/kubevirt/csi-driver/blob/main/deploy/tenant/base/deploy.yaml',
  },
  {
    object: 'kube-system/cilium',
    reason: 'is the network of the node: loads BPF programs, has its routes and network namespaces',
    source: cilium,
  },
  {
    object: 'kube-system/cilium-operator',
    reason: 'starts before there is a pod network, so it is on that of the node',
    source: cilium,
  },
  {
    object: 'node-feature-discovery/node-feature-discovery-worker',
    reason: 'looks for devices and features in files of the host, which it may only read',
    source:
      'https://github.com/kubernetes-sigs/node-feature-discovery/tree/v0.19.0/deployment/helm/node-feature-discovery',
  },
  {
    object: 'whereabouts/whereabouts',
    reason: 'installs its CNI plugin on the host',
    source:
      'https://github.com/k8snetworkplumbingwg/whereabouts/blob/v0.9.4/doc/crds/daemonset-install.yaml',
  },
];
