// SPDX-License-Identifier: Apache-2.0
import { checkCilium } from './check-cilium.ts';

test('a cluster without Cilium, or with one that fits, has nothing to be said about', () => {
  expect(checkCilium(undefined)).toEqual([]);
  // As KubeOne 1.14.2 writes them.
  expect(checkCilium({ 'cni-exclusive': 'false', 'kube-proxy-replacement': 'false' })).toEqual([]);
  const apart = { 'kube-proxy-replacement': 'true', 'bpf-lb-sock-hostns-only': 'true' };
  expect(checkCilium({ ...apart, 'cni-exclusive': 'false' })).toEqual([]);
});

// Proves: infra-cluster.cilium
test('the default of Cilium’s chart takes Multus away', () => {
  expect(checkCilium({ 'cni-exclusive': 'true' })).toEqual([
    'Cilium takes away the configuration of other CNI plugins on hosts, and so that of Multus ' +
      '(cni-exclusive); set cni.exclusive: false in its Helm values, or machines get no further ' +
      'networks',
  ]);
});

// Proves: infra-cluster.cilium
test.each(['true', 'strict'])('Services at the socket are not for machines: %s', (mode) => {
  expect(checkCilium({ 'kube-proxy-replacement': mode })).toEqual([
    'machines reach no Service of the infra cluster, its DNS among them, where Cilium replaces ' +
      'kube-proxy without bpf-lb-sock-hostns-only (Helm: socketLB.hostNamespaceOnly: true); set it',
  ]);
});
