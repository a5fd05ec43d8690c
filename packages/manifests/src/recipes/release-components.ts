// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts/releases';
import type { Component, ModuleSums } from './component.ts';

/**
 * KubeVirt's release file, as hack/build-manifests.sh makes it.
 *
 * @see https://github.com/kubevirt/kubevirt/releases
 */
const kubevirt = (version: string): Component => ({
  name: 'kubevirt',
  version,
  sources: [{ from: 'kubevirt-templator', module: 'kubevirt.io/kubevirt' }],
  file: 'kubevirt-operator',
});

/**
 * Sums of versions of CDI that the checksum database does not list: Go checks them against these, and
 * leaves the database on for all other modules. Whatever another proxy may serve, only the files that
 * were reviewed when such a line was written can be rendered.
 */
const cdiSums: Readonly<Record<string, ModuleSums>> = {
  '1.64.0': {
    zip: 'h1:e7GkbDL3/Jyya9WDWRAMpL+SEvS1QvMQIQOHilF20Vg=',
    goMod: 'h1:XyBFuBZuGoNEHhPYEMzZYOOA6C+VTDclo2rIiOJxSkI=',
  },
};

/**
 * CDI's release file, as hack/build/build-manifests.sh makes it.
 *
 * @see https://github.com/kubevirt/containerized-data-importer/releases
 */
const cdi = (version: string): Component => ({
  name: 'cdi',
  version,
  sources: [
    {
      from: 'cdi-generator',
      module: 'kubevirt.io/containerized-data-importer',
      ...(cdiSums[version] !== undefined && { sums: cdiSums[version] }),
    },
  ],
  file: 'cdi-operator',
  // The operator removes this version from its own definition (pkg/operator/controller/cruft.go, in
  // 1.64 as in 1.65). If it were installed, every check for drift would find the definition
  // changed.
  drops: [{ definition: 'cdis.cdi.kubevirt.io', version: 'v1alpha1' }],
});

/** Returns the versions of a component that releases of the platform name, oldest release first. */
function versionsOf(component: 'kubevirt' | 'cdi'): string[] {
  return [...new Set(releases.map(({ components }) => components[component].version))];
}

/**
 * Components that the platform's releases install, at every version that one of them names. Every
 * rendering checks the rule "the tag of each image carries the component's version", so `pins`
 * lists exactly the images for which upstream's manifest breaks it.
 */
export const releaseComponents = {
  kubevirt: versionsOf('kubevirt').map(kubevirt),
  cdi: versionsOf('cdi').map(cdi),
  /** The thick plugin with the NetworkAttachmentDefinition CRD. @see https://github.com/k8snetworkplumbingwg/multus-cni */
  multus: [
    {
      name: 'multus',
      version: '4.3.0',
      sources: [
        {
          from: 'files',
          module: 'gopkg.in/k8snetworkplumbingwg/multus-cni.v4',
          paths: ['deployments/multus-daemonset-thick.yml'],
        },
      ],
      file: 'multus-daemonset-thick',
      // `snapshot-thick` is rebuilt at every push to master; the tag that the release workflow
      // (.github/workflows/image-push-release.yml) pushes once is `<git tag>-thick`.
      pins: [
        {
          from: 'ghcr.io/k8snetworkplumbingwg/multus-cni:snapshot-thick',
          to: 'ghcr.io/k8snetworkplumbingwg/multus-cni:v4.3.0-thick',
        },
      ],
    },
  ],
  /** L2 and BGP without FRR. @see https://metallb.io/installation/ */
  metallb: [
    {
      name: 'metallb',
      version: '0.16.1',
      sources: [
        {
          from: 'files',
          module: 'go.universe.tf/metallb',
          paths: ['config/manifests/metallb-native.yaml'],
        },
      ],
      file: 'metallb-native',
    },
  ],
  /** Operator and CRDs. @see https://github.com/prometheus-operator/prometheus-operator/releases */
  'prometheus-operator': [
    {
      name: 'prometheus-operator',
      version: '0.93.1',
      sources: [
        {
          from: 'files',
          module: 'github.com/prometheus-operator/prometheus-operator',
          paths: ['bundle.yaml'],
        },
      ],
      file: 'bundle',
      // Upstream's bundle uses `default` and leaves the choice of a namespace to the installer.
      namespace: { from: 'default', to: 'monitoring' },
      // Kinds that the platform does not use; without them the operator switches off the matching
      // controllers.
      omits: ['prometheusagents', 'scrapeconfigs', 'thanosrulers'].map((kind) => ({
        kind: 'CustomResourceDefinition',
        name: `${kind}.monitoring.coreos.com`,
      })),
    },
  ],
  /**
   * The CRDs and the controller, without the CRDs of group snapshots, whose feature gate is off.
   * @see https://github.com/kubernetes-csi/external-snapshotter
   */
  'snapshot-controller': [
    {
      name: 'snapshot-controller',
      version: '8.7.0',
      sources: [
        {
          from: 'files',
          module: 'github.com/kubernetes-csi/external-snapshotter/client/v8',
          paths: [
            'config/crd/snapshot.storage.k8s.io_volumesnapshotclasses.yaml',
            'config/crd/snapshot.storage.k8s.io_volumesnapshotcontents.yaml',
            'config/crd/snapshot.storage.k8s.io_volumesnapshots.yaml',
          ],
        },
        {
          from: 'files',
          module: 'github.com/kubernetes-csi/external-snapshotter/v8',
          paths: [
            'deploy/kubernetes/snapshot-controller/rbac-snapshot-controller.yaml',
            'deploy/kubernetes/snapshot-controller/setup-snapshot-controller.yaml',
          ],
        },
      ],
      file: 'snapshot-controller',
      // Upstream tags a release first and moves the image in its manifests afterwards, so the
      // manifest of 8.7.0 still names 8.6.0: an older controller than its CRDs and its RBAC.
      pins: [
        {
          from: 'registry.k8s.io/sig-storage/snapshot-controller:v8.6.0',
          to: 'registry.k8s.io/sig-storage/snapshot-controller:v8.7.0',
        },
      ],
    },
  ],
} as const satisfies Readonly<Record<string, readonly Component[]>>;
