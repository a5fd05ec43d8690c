// SPDX-License-Identifier: Apache-2.0

/** A version of a program, and the page that verifies it. */
interface Pin {
  readonly version: string;
  readonly source: string;
}

/** Programs besides Kubernetes that a VM installs when its image lacks them. */
export type NodeProgram = 'containerd' | 'runc' | 'cni-plugins';

const github = 'https://github.com';

/**
 * Versions of these programs: one set for all supported versions of Kubernetes.
 *
 * @see https://containerd.io/releases/#kubernetes-support
 */
export const nodeSoftware: Readonly<Record<NodeProgram, Pin>> = {
  containerd: {
    version: '2.2.9',
    source: `${github}/containerd/containerd/releases/tag/v2.2.9`,
  },
  runc: { version: '1.4.3', source: `${github}/opencontainers/runc/releases/tag/v1.4.3` },
  'cni-plugins': {
    version: '1.9.1',
    source: `${github}/containernetworking/plugins/releases/tag/v1.9.1`,
  },
};

/** Addresses that VMs download from unless the configuration names a mirror. */
export const upstream = { kubernetes: 'https://dl.k8s.io', github } as const;
