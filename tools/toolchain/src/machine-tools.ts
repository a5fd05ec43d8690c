// SPDX-License-Identifier: Apache-2.0
import { kubernetesStamps } from './tool-families.ts';
import type { Tool, ToolBinary } from './tool-types.ts';

const kubernetesVersion = '1.35.4';

const containerd = <N extends string>(name: N) =>
  ({
    name,
    package: `github.com/containerd/containerd/v2/cmd/${name}`,
  }) as const satisfies ToolBinary;

const plugin = <N extends string>(kind: string, name: N) =>
  ({
    name,
    package: `github.com/containernetworking/plugins/plugins/${kind}/${name}`,
  }) as const satisfies ToolBinary;

/**
 * Programs that run inside a VM of a user cluster, for the tests that boot a real one (`npm test --
 * --machine`). Nothing else needs them. The versions are those that VMs download:
 * packages/user-cluster/src/bootstrap/node-software.ts. None is taken from PATH, because they go
 * into images.
 */
export const machineTools = {
  'kube-node': {
    version: kubernetesVersion,
    module: { path: 'k8s.io/kubernetes' },
    binaries: [
      { name: 'kubelet', package: 'k8s.io/kubernetes/cmd/kubelet' },
      { name: 'kube-proxy', package: 'k8s.io/kubernetes/cmd/kube-proxy' },
      { name: 'pause', package: '.', builtAs: 'kube-node' },
    ],
    stamps: kubernetesStamps(kubernetesVersion),
    coldMinutes: 2.5,
    footprint: { modules: 60, objects: 900, binaries: 115 },
  },
  containerd: {
    version: '2.2.9',
    module: { path: 'github.com/containerd/containerd/v2' },
    binaries: [containerd('containerd'), containerd('containerd-shim-runc-v2'), containerd('ctr')],
    stamps: { 'github.com/containerd/containerd/v2/version.Version': 'v2.2.9' },
    coldMinutes: 1,
    footprint: { modules: 150, objects: 500, binaries: 60 },
  },
  runc: {
    version: '1.4.3',
    module: { path: 'github.com/opencontainers/runc' },
    binaries: [{ name: 'runc', package: 'github.com/opencontainers/runc' }],
    // A part written in C enters namespaces before Go's threads start; libseccomp filters system
    // calls. Linked statically, as upstream's release is (its Makefile, `static-bin`).
    cgo: true,
    tags: ['seccomp', 'urfave_cli_no_docs', 'netgo', 'osusergo'],
    stamps: {},
    coldMinutes: 0.5,
    footprint: { modules: 60, objects: 200, binaries: 15 },
  },
  'cni-plugins': {
    version: '1.9.1',
    module: { path: 'github.com/containernetworking/plugins' },
    binaries: [plugin('main', 'bridge'), plugin('main', 'loopback'), plugin('ipam', 'host-local')],
    stamps: {
      'github.com/containernetworking/plugins/pkg/utils/buildversion.BuildVersion': 'v1.9.1',
    },
    coldMinutes: 0.2,
    footprint: { modules: 50, objects: 60, binaries: 15 },
  },
  coredns: {
    version: '1.13.1',
    module: { path: 'github.com/coredns/coredns' },
    binaries: [{ name: 'coredns', package: '.' }],
    stamps: {},
    coldMinutes: 1,
    footprint: { modules: 150, objects: 400, binaries: 50 },
  },
} as const satisfies Readonly<Record<string, Tool>>;
