// SPDX-License-Identifier: Apache-2.0
import { ownFlags } from '../translate/kubernetes-flags.ts';
import { commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';

const noSettings = 'machines have the settings of Strata';

const notInstalled =
  'only CoreDNS, the pod network and what applications names are installed; say delivery, for more';

/** @see https://github.com/rancher/rancher/blob/00914879d3f1d506c8da3be38a0199b4878387f2/pkg/capr/planner/config.go `addLabels`, `addTaints` */
const ofPool = 'Rancher puts those of the machine pool in its place, so that no node has it';

/**
 * Keys of the settings of RKE2 and K3s.
 *
 * @see https://docs.rke2.io/reference/server_config
 * @see https://docs.rke2.io/reference/linux_agent_config
 * @see https://docs.k3s.io/cli/server
 */
export const leftOutOfRke: LeftOut = {
  'agent-token': commonReasons.ownTokens,
  'audit-policy-file': 'say audit',
  'cloud-provider-config': commonReasons.ownAccount,
  'cloud-provider-name': '',
  'cluster-dns': 'the address follows from kubernetes.serviceCidr',
  'disable-cloud-controller': '',
  'disable-kube-proxy': '',
  'etcd-expose-metrics': '',
  'etcd-s3': 'say backup, which has a target outside of the cluster',
  'etcd-snapshot': 'say backup, which has a target outside of the cluster',
  'ingress-controller': notInstalled,
  'node-label': ofPool,
  'node-taint': ofPool,
  'pod-security-admission-config-file':
    'the API server has the defaults of Kubernetes: label the namespaces that need more',
  'private-registry': 'say kubernetes.registries, where images come from a mirror',
  'protect-kernel-defaults': '',
  'secrets-encryption': 'Secrets are always encrypted',
  'service-node-port-range': ownFlags,
  'system-default-registry': 'say kubernetes.registries, where images come from a mirror',
  'write-kubeconfig-mode': '',
  disable: notInstalled,
  profile: noSettings,
  selinux: noSettings,
  token: commonReasons.ownTokens,
};

/**
 * Values that switch off what a new cluster does not have, or say what it does anyway. The pages of Rancher write
 * all of `disable-` into a cluster of K3s.
 *
 * @see https://ranchermanager.docs.rancher.com/reference-guides/cluster-configuration/rancher-server-configuration/k3s-cluster-configuration
 */
export const usualOfRke: Readonly<Record<string, readonly string[]>> = {
  'disable-apiserver': ['false'],
  'disable-controller-manager': ['false'],
  'disable-etcd': ['false'],
  'disable-network-policy': ['false'],
  'disable-scheduler': ['false'],
  'ingress-controller': ['none'],
  'secrets-encryption': ['true'],
  selinux: ['false'],
};

/** Settings with flags of programs of a control plane, none of which has a key of its own. */
export const programArguments = [
  'etcd-arg',
  'kube-cloud-controller-manager-arg',
  'kube-controller-manager-arg',
  'kube-proxy-arg',
  'kube-scheduler-arg',
] as const;
