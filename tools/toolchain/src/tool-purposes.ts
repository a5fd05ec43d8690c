// SPDX-License-Identifier: Apache-2.0
import { forEachOperator } from './operator-tools.ts';
import type { ToolName } from './tools.ts';

/** Purpose of each tool, for people who wait for its build. */
export const toolPurposes: Readonly<Record<ToolName, string>> = {
  pulumi: "Pulumi's CLI, which previews and updates stacks",
  'pulumi-language-nodejs': "Pulumi's host of programs in TypeScript",
  'pulumi-resource-kubernetes': "Pulumi's provider of Kubernetes objects",
  etcd: 'the store of every control plane',
  kubernetes: 'API server, controllers, scheduler, kube-proxy, kubeadm, kubectl',
  'network-policies': 'makes packets obey NetworkPolicies',
  kwok: 'the kubelet of the simulated hosts',
  kubevirt: 'the operator that makes virtual machines',
  cdi: 'the operator that imports images of disks',
  metallb: 'addresses of load balancers',
  'snapshot-controller': 'snapshots of volumes',
  'prometheus-operator': 'the operator of Prometheus',
  'prometheus-config-reloader': "reloads Prometheus' configuration",
  'csi-provisioner': 'makes volumes of user clusters',
  'csi-attacher': 'attaches volumes of user clusters',
  'csi-resizer': 'grows volumes of user clusters',
  'csi-livenessprobe': "watches over user clusters' driver of volumes",
  'kubevirt-csi-driver': "user clusters' driver of volumes",
  prometheus: 'measurements and alerts',
  'kube-state-metrics': 'measurements of objects of Kubernetes',
  'kubevirt-cloud-controller-manager': 'load balancers and nodes of user clusters',
  'ignition-validate': 'reads Ignition configurations of machines',
  nft: 'what kube-proxy needs of nftables',
  'kubelet-validate': "reads the kubelet's flags and configuration",
  ...forEachOperator((tool) =>
    tool.startsWith('kubevirt-')
      ? `the operator of the release v${tool.slice('kubevirt-'.length)}`
      : 'images of disks of other releases',
  ),
  helm: "renders the operators' charts",
  'kubernetes-1.34': 'a control plane of Kubernetes 1.34',
  'kubelet-validate-1.34': "reads the flags and configuration of 1.34's kubelet",
  'kubeone-validate': "KubeOne's own loader of manifests",
  'etcd-clients': 'saves, verifies and restores snapshots of etcd',
  restic: 'encrypts, stores and prunes backups',
  versitygw: 'the S3 server of tests',
  'metrics-server': 'measures nodes and pods in user clusters',
  actionlint: 'checks workflows of GitHub',
  cyclonus: 'asks 230 cases of NetworkPolicies',
  'flux-controllers': 'deliver a Git repository into user clusters',
  kubelogin: 'logs people in at an issuer',
  'kube-node': 'kubelet, kube-proxy and pause of real machines',
  containerd: 'runs containers in real machines',
  runc: 'starts containers in real machines',
  'cni-plugins': 'networks of pods in real machines',
  coredns: 'DNS in real machines',
};
