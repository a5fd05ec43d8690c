// SPDX-License-Identifier: Apache-2.0
import { ensureMirror, type Download, type ImageSpec } from '@strata/real-machine';
import type { Toolchain } from '@strata/toolchain';
import { findMinor, nodeSoftware } from '@strata/user-cluster/machine-data';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cluster } from './machine-data.ts';

/** Of the images that kubeadm asks for. */
const constants =
  'https://github.com/kubernetes/kubernetes/blob/v1.35.4/cmd/kubeadm/app/constants/constants.go';

/**
 * Tags by which kubeadm 1.35.4 asks for what is not Kubernetes. etcd is the toolchain's 3.6.5.
 *
 * @see {@link constants} `DefaultEtcdVersion`, `CoreDNSVersion`
 */
export const tags = { etcd: '3.6.6-0', coredns: 'v1.13.1', source: constants } as const;

const bridgeScript = join(import.meta.dirname, 'bridge-cni.sh');

/** The image of the pod network that the tests bring: bridge-cni.ts. Another script is another tag. */
export const bridgeImage = {
  name: 'mirror/bridge-cni',
  tag: createHash('sha256').update(readFileSync(bridgeScript)).digest('hex').slice(0, 12),
};

const folder = 'mirror';
const xtables = ['iptables', 'iptables-save', 'iptables-restore'];

/** Links that Debian's package creates when it is installed; here it is only unpacked. */
const iptablesLinks = Object.fromEntries(
  [...xtables, ...xtables.map((name) => name.replace('ip', 'ip6'))].map((name) => [
    `usr/sbin/${name}`,
    'xtables-nft-multi',
  ]),
);

function images(toolchain: Toolchain): ImageSpec[] {
  const tag = `v${cluster.version}`;
  const pause = findMinor(cluster.version)?.pause ?? '';
  const path = (
    tool: 'kubernetes' | 'kube-node' | 'etcd' | 'etcd-clients' | 'coredns',
    binary: string,
  ) => toolchain.get(tool, binary as never).path;
  const packages = ['dash', 'coreutils', 'iproute2', 'iptables'];
  const control = ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler'].map((name) => ({
    name: `${folder}/${name}`,
    tag,
    entrypoint: [`/usr/local/bin/${name}`],
    files: { [`usr/local/bin/${name}`]: path('kubernetes', name) },
  }));
  return [
    ...control,
    {
      name: `${folder}/etcd`,
      tag: tags.etcd,
      files: {
        'usr/local/bin/etcd': path('etcd', 'etcd'),
        'usr/local/bin/etcdctl': path('etcd-clients', 'etcdctl'),
        'usr/local/bin/etcdutl': path('etcd-clients', 'etcdutl'),
      },
    },
    {
      name: `${folder}/pause`,
      tag: pause,
      entrypoint: ['/pause'],
      files: { pause: path('kube-node', 'pause') },
    },
    {
      name: `${folder}/coredns/coredns`,
      tag: tags.coredns,
      entrypoint: ['/coredns'],
      files: { coredns: path('coredns', 'coredns') },
    },
    {
      name: `${folder}/kube-proxy`,
      tag,
      packages,
      links: iptablesLinks,
      files: { 'usr/local/bin/kube-proxy': path('kube-node', 'kube-proxy') },
    },
    {
      ...bridgeImage,
      packages,
      entrypoint: ['/usr/local/bin/bridge-cni'],
      files: {
        'usr/local/bin/bridge-cni': bridgeScript,
        'usr/local/bin/kubectl': path('kubernetes', 'kubectl'),
      },
    },
  ];
}

/** Returns the files that install-kubernetes.sh downloads, at the same paths as upstream. */
function downloads(toolchain: Toolchain): Download[] {
  const { containerd, runc } = nodeSoftware;
  const plugins = nodeSoftware['cni-plugins'];
  const below = (project: string, version: string) =>
    `downloads/${project}/releases/download/v${version}`;
  const release = `downloads/release/v${cluster.version}/bin/linux/amd64`;
  const program = (name: string, source: string): Download => ({
    path: `${release}/${name}`,
    checksum: `${release}/${name}.sha256`,
    source,
  });
  const ofContainerd = `${below('containerd/containerd', containerd.version)}/containerd-${containerd.version}-linux-amd64.tar.gz`;
  const ofPlugins = `${below('containernetworking/plugins', plugins.version)}/cni-plugins-linux-amd64-v${plugins.version}.tgz`;
  const ofRunc = below('opencontainers/runc', runc.version);
  const own = (tool: 'containerd' | 'cni-plugins', prefix: string) => {
    const binaries = toolchain.binaries.filter((one) => one.tool === tool);
    return {
      files: Object.fromEntries(binaries.map(({ binary, path }) => [`${prefix}${binary}`, path])),
    };
  };
  return [
    program('kubeadm', toolchain.get('kubernetes', 'kubeadm').path),
    program('kubectl', toolchain.get('kubernetes', 'kubectl').path),
    program('kubelet', toolchain.get('kube-node', 'kubelet').path),
    {
      path: ofContainerd,
      checksum: `${ofContainerd}.sha256sum`,
      source: own('containerd', 'bin/'),
    },
    { path: ofPlugins, checksum: `${ofPlugins}.sha256`, source: own('cni-plugins', '') },
    {
      path: `${ofRunc}/runc.amd64`,
      checksum: `${ofRunc}/runc.sha256sum`,
      source: toolchain.get('runc', 'runc').path,
    },
  ];
}

/** Everything that machines of the cluster download and pull, the programs of the toolchain. */
export async function ensureClusterMirror(toolchain: Toolchain): Promise<string> {
  return ensureMirror({ images: images(toolchain), downloads: downloads(toolchain) });
}
