// SPDX-License-Identifier: Apache-2.0

/** An image that upstream's manifest names, and the one that takes its place. */
export interface ImagePin {
  readonly from: string;
  readonly to: string;
}

/** A version that a CustomResourceDefinition is installed without. */
export interface DroppedVersion {
  readonly definition: string;
  readonly version: string;
}

/** Where the objects of a component come from: files of a Go module, or upstream's generator. */
export type Source =
  | { readonly from: 'files'; readonly module: string; readonly paths: readonly string[] }
  | { readonly from: 'kubevirt-templator' | 'cdi-generator'; readonly module: string };

/** One upstream project whose install manifest is rendered. */
export interface Component {
  readonly name: string;
  /** As its users know it, without a leading `v`; its modules carry the same version. */
  readonly version: string;
  readonly sources: readonly Source[];
  /** Name of the rendered files, without `.yaml` and `.json`. */
  readonly file: string;
  /** @default no image is replaced */
  readonly pins?: readonly ImagePin[];
  /** @default every version of every definition is kept */
  readonly drops?: readonly DroppedVersion[];
  /** The namespace that takes the place of upstream's. @default upstream's is kept */
  readonly namespace?: { readonly from: string; readonly to: string };
}

/**
 * The one release set: every component that the platform installs. The rule "the tag of each image
 * carries the component's version" is checked at every rendering, so `pins` lists exactly the
 * images for which upstream's manifest breaks it.
 */
export const components = {
  /** The release file of hack/build-manifests.sh. @see https://github.com/kubevirt/kubevirt/releases */
  kubevirt: {
    name: 'kubevirt',
    version: '1.8.4',
    sources: [{ from: 'kubevirt-templator', module: 'kubevirt.io/kubevirt' }],
    file: 'kubevirt-operator',
  },
  /** The release file of hack/build/build-manifests.sh. @see https://github.com/kubevirt/containerized-data-importer/releases */
  cdi: {
    name: 'cdi',
    version: '1.65.0',
    sources: [{ from: 'cdi-generator', module: 'kubevirt.io/containerized-data-importer' }],
    file: 'cdi-operator',
    // The operator takes this version out of its own definition (pkg/operator/controller/cruft.go);
    // installed with it, every check for drift would find the definition changed.
    drops: [{ definition: 'cdis.cdi.kubevirt.io', version: 'v1alpha1' }],
  },
  /** The thick plugin with the NetworkAttachmentDefinition CRD. @see https://github.com/k8snetworkplumbingwg/multus-cni */
  multus: {
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
  /** L2 and BGP without FRR. @see https://metallb.io/installation/ */
  metallb: {
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
  /** Operator and CRDs. @see https://github.com/prometheus-operator/prometheus-operator/releases */
  'prometheus-operator': {
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
    // Upstream's bundle leaves the choice to whoever applies it, by way of `default`.
    namespace: { from: 'default', to: 'monitoring' },
  },
  /** The six CRDs and the controller. @see https://github.com/kubernetes-csi/external-snapshotter */
  'snapshot-controller': {
    name: 'snapshot-controller',
    version: '8.7.0',
    sources: [
      {
        from: 'files',
        module: 'github.com/kubernetes-csi/external-snapshotter/client/v8',
        paths: [
          'config/crd/groupsnapshot.storage.k8s.io_volumegroupsnapshotclasses.yaml',
          'config/crd/groupsnapshot.storage.k8s.io_volumegroupsnapshotcontents.yaml',
          'config/crd/groupsnapshot.storage.k8s.io_volumegroupsnapshots.yaml',
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
} as const satisfies Readonly<Record<string, Component>>;

/** Name of a component. */
export type ComponentName = keyof typeof components;

/** All components, in the order of the table. */
export const allComponents: readonly Component[] = Object.values(components);

/** The folder of a component's files, in the cache and in a bundle. */
export function folderOf({ name, version }: Component): string {
  return `${name}-${version}`;
}

/** What programs load: its sha256 is in the lock. */
export function loadedFileOf(component: Component): string {
  return `${folderOf(component)}/${component.file}.json`;
}

/** What people read and `kubectl` applies: the same objects. */
export function readableFileOf(component: Component): string {
  return `${folderOf(component)}/${component.file}.yaml`;
}
