// SPDX-License-Identifier: Apache-2.0
import type { Tool } from './tool-types.ts';

const sidecar = <N extends string, V extends string, M extends string>(
  name: N,
  version: V,
  path: M,
) =>
  ({
    version,
    module: { path },
    binaries: [{ name, package: `${path}/cmd/${name}` }],
    stamps: { 'main.version': `v${version}` },
  }) as const;

/**
 * Controller of KubeVirt's CSI driver and its sidecars, which serve a user cluster. Each is a
 * module of its own, but they share the versions of their libraries with `snapshot-controller`, so
 * that the libraries are compiled once. The provisioner does not compile with those versions and
 * shares them with `prometheus-operator`.
 *
 * User clusters run OpenShift's builds of the sidecars, tag 4.20. Module proxies have none of those
 * releases, so these are the oldest versions that proxies have:
 *
 * | sidecar        | in 4.20 | here               |
 * | -------------- | ------- | ------------------ |
 * | provisioner    | 5.3.0   | 6.3.0              |
 * | attacher       | 4.9.0   | 4.12.0             |
 * | resizer        | 1.14.0  | 2.2.0              |
 * | snapshotter    | 8.3.0   | 8.7.0              |
 * | livenessprobe  | 2.16.0  | ours, after 2.16.0 |
 *
 * @see https://github.com/openshift/csi-external-provisioner/tree/release-4.20 and its siblings
 */
export const csiTools = {
  'csi-provisioner': {
    ...sidecar('csi-provisioner', '6.3.0', 'github.com/kubernetes-csi/external-provisioner/v6'),
    coldMinutes: 0.5,
    footprint: { modules: 40, objects: 150, binaries: 66 },
  },
  'csi-attacher': {
    ...sidecar('csi-attacher', '4.12.0', 'github.com/kubernetes-csi/external-attacher/v4'),
    coldMinutes: 0.1,
    footprint: { modules: 5, objects: 15, binaries: 68 },
  },
  'csi-resizer': {
    ...sidecar('csi-resizer', '2.2.0', 'github.com/kubernetes-csi/external-resizer/v2'),
    coldMinutes: 0.2,
    footprint: { modules: 5, objects: 50, binaries: 68 },
  },
  'csi-livenessprobe': {
    // A program of our own: upstream's is not available as a module.
    version: '2.16.0',
    module: { path: 'github.com/kubernetes-csi/csi-lib-utils', version: 'v0.25.0' },
    binaries: [{ name: 'csi-livenessprobe', package: '.' }],
    stamps: {},
    coldMinutes: 0.1,
    footprint: { modules: 5, objects: 10, binaries: 15 },
  },
  'kubevirt-csi-driver': {
    // A program of our own that follows upstream's source of January 2026, which is not available
    // as a module.
    version: '0.4.5',
    module: { path: 'github.com/container-storage-interface/spec', version: 'v1.13.0' },
    binaries: [{ name: 'kubevirt-csi-driver', package: '.' }],
    stamps: {},
    coldMinutes: 0.2,
    footprint: { modules: 15, objects: 60, binaries: 38 },
  },
} as const satisfies Readonly<Record<string, Tool>>;
