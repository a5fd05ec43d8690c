// SPDX-License-Identifier: Apache-2.0
import { ownFlags } from '../translate/kubernetes-flags.ts';
import { commonReasons } from '../translate/left-out.ts';
import type { LeftOut } from '../translate/left-out.ts';

const noSettings = 'machines have the settings of Strata';

const notInstalled =
  'only CoreDNS, the pod network and what applications names are installed; say delivery, for more';

/**
 * Keys of the settings of RKE2 and K3s.
 *
 * @see https://docs.rke2.io/reference/server_config
 * @see https://docs.rke2.io/reference/linux_agent_config
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
  'node-label': 'say pools, each of which has labels',
  'node-taint': 'say pools, each of which has taints',
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

/** Values that switch off what a new cluster does not have. */
export const usualOfRke: Readonly<Record<string, readonly string[]>> = {
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
