// SPDX-License-Identifier: Apache-2.0

/** Files that kubeadm writes when a host joins; the played KubeOne does not. */
export const joinedFiles = {
  '/etc/kubernetes/kubelet.conf': 'clusters:\n- cluster:\n    server: https://192.0.2.9:6443\n',
} as const;
