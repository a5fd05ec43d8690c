// SPDX-License-Identifier: Apache-2.0

/** Why flags of the programs of a control plane are left out. */
export const ownFlags = 'control planes have the flags of Strata';

/** Flags of programs, by the beginnings of their names, and why they are left out. */
type FlagReasons = Readonly<Record<string, string>>;

/**
 * Flags of kubelets. An empty reason: every kubelet here has it, or the like of it.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kubelet/
 */
export const kubeletFlags: FlagReasons = {
  '': 'kubelets have the flags of Strata',
  'cgroup-driver': '',
  'cloud-provider': '',
  'container-runtime-endpoint': '',
  'provider-id': '',
  'volume-plugin-dir': '',
};

/**
 * Flags of API servers.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-apiserver/
 */
export const apiServerFlags: FlagReasons = {
  '': ownFlags,
  'audit-': 'say audit',
  'authentication-config': 'say oidc',
  'cloud-provider': '',
  'encryption-provider-config': 'Secrets are always encrypted',
  'oidc-': 'say oidc',
};

/** Flags of other programs of a control plane. */
export const otherFlags: FlagReasons = { '': ownFlags, 'cloud-provider': '' };

/** Flags of kubelets that have a key here. */
export const keptKubeletFlags: readonly string[] = [
  'node-labels',
  'register-with-taints',
  'max-pods',
  'rotate-server-certificates',
];
