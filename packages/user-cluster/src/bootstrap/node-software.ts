// SPDX-License-Identifier: Apache-2.0

/** A program of a node, and where its version can be verified. */
interface Pin {
  readonly version: string;
  readonly source: string;
}

/** What a machine installs besides Kubernetes when its image has not brought it along. */
export type NodeProgram = 'containerd' | 'runc' | 'cni-plugins';

const github = 'https://github.com';

/**
 * One set for all supported versions of Kubernetes.
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

/** Where machines download from unless the configuration names a mirror. */
export const upstream = { kubernetes: 'https://dl.k8s.io', github } as const;
