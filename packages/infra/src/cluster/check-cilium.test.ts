// SPDX-License-Identifier: Apache-2.0
import { checkCilium } from './check-cilium.ts';

test('reports nothing for a cluster without Cilium or with suitable settings of Cilium', () => {
  expect(checkCilium(undefined)).toEqual([]);
  // As KubeOne 1.14.2 writes them.
  expect(checkCilium({ 'cni-exclusive': 'false', 'kube-proxy-replacement': 'false' })).toEqual([]);
  const apart = { 'kube-proxy-replacement': 'true', 'bpf-lb-sock-hostns-only': 'true' };
  expect(checkCilium({ ...apart, 'cni-exclusive': 'false' })).toEqual([]);
});

// Proves: infra-cluster.cilium
test('reports that the default cni-exclusive of Cilium’s chart disables Multus', () => {
  expect(checkCilium({ 'cni-exclusive': 'true' })).toEqual([
    'Cilium takes away the configuration of other CNI plugins on hosts, and so that of Multus ' +
      '(cni-exclusive); set cni.exclusive: false in its Helm values, or machines get no further ' +
      'networks',
  ]);
});

// Proves: infra-cluster.cilium
test.each(['true', 'strict'])(
  'reports that VMs reach no Services when kube-proxy-replacement is %s',
  (mode) => {
    expect(checkCilium({ 'kube-proxy-replacement': mode })).toEqual([
      'machines reach no Service of the infra cluster, its DNS among them, where Cilium replaces ' +
        'kube-proxy without bpf-lb-sock-hostns-only (Helm: socketLB.hostNamespaceOnly: true); set it',
    ]);
  },
);
