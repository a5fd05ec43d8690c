// SPDX-License-Identifier: Apache-2.0

/**
 * Provisioners whose volumes are on one host, and the source that says so. Their classes may have no
 * `allowedTopologies`: the volume itself is bound to the host where its first pod ran.
 */
export const localProvisioners: Readonly<Record<string, string>> = {
  'kubernetes.io/no-provisioner':
    'https://kubernetes.io/docs/concepts/storage/storage-classes/#local',
  'hostpath.csi.k8s.io': 'https://github.com/kubernetes-csi/csi-driver-host-path',
  'k8s.io/minikube-hostpath': 'https://minikube.sigs.k8s.io/docs/handbook/persistent_volumes/',
  'kubevirt.io.hostpath-provisioner': 'https://github.com/kubevirt/hostpath-provisioner',
  'kubevirt.io/hostpath-provisioner': 'https://github.com/kubevirt/hostpath-provisioner',
  'local.csi.openebs.io': 'https://github.com/openebs/lvm-localpv',
  'openebs.io/local': 'https://github.com/openebs/dynamic-localpv-provisioner',
  'rancher.io/local-path': 'https://github.com/rancher/local-path-provisioner',
  'topolvm.cybozu.com': 'https://github.com/topolvm/topolvm',
  'topolvm.io': 'https://github.com/topolvm/topolvm',
  'zfs.csi.openebs.io': 'https://github.com/openebs/zfs-localpv',
};
