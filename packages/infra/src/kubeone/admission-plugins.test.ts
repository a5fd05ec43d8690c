// SPDX-License-Identifier: Apache-2.0
import { admissionFlags, kubeonePlugins } from './admission-plugins.ts';
import { kubeoneRelease } from './kubeone-releases.ts';

test('the lists are those of the KubeOne that Strata drives: read them again when it changes', () => {
  expect(kubeonePlugins.readIn).toBe(kubeoneRelease.version);
});

test('every Kubernetes that this KubeOne installs has a list', () => {
  const [oldest, newest] = [kubeoneRelease.kubernetes.oldest, kubeoneRelease.kubernetes.newest].map(
    (minor) => Number(minor.split('.')[1]),
  );
  const minors = kubeonePlugins.lists.flatMap((list) => list.minors);
  expect(minors).toHaveLength((newest ?? 0) - (oldest ?? 0) + 1);
  expect([minors[0], minors.at(-1)]).toEqual([`1.${oldest}`, `1.${newest}`]);
});

// The lists of v1.14.2, in its order.
test.each([
  [
    '1.34.4',
    'NamespaceLifecycle,LimitRanger,ServiceAccount,TaintNodesByCondition,NodeRestriction,PodSecurity,' +
      'Priority,DefaultTolerationSeconds,DefaultStorageClass,StorageObjectInUseProtection,' +
      'PersistentVolumeClaimResize,RuntimeClass,CertificateApproval,CertificateSigning,' +
      'ClusterTrustBundleAttest,CertificateSubjectRestriction,DefaultIngressClass,PodTopologyLabels,' +
      'MutatingAdmissionPolicy,MutatingAdmissionWebhook,ValidatingAdmissionPolicy,' +
      'ValidatingAdmissionWebhook,ResourceQuota',
  ],
  [
    '1.35.4',
    'CertificateApproval,CertificateSigning,CertificateSubjectRestriction,DefaultIngressClass,' +
      'DefaultStorageClass,DefaultTolerationSeconds,LimitRanger,MutatingAdmissionWebhook,' +
      'NamespaceLifecycle,NodeRestriction,PersistentVolumeClaimResize,PodSecurity,Priority,' +
      'ResourceQuota,RuntimeClass,ServiceAccount,StorageObjectInUseProtection,' +
      'TaintNodesByCondition,ValidatingAdmissionPolicy,ValidatingAdmissionWebhook',
  ],
  [
    '1.36.0',
    'CertificateApproval,CertificateSigning,CertificateSubjectRestriction,DefaultIngressClass,' +
      'DefaultStorageClass,DefaultTolerationSeconds,LimitRanger,MutatingAdmissionWebhook,' +
      'NamespaceLifecycle,NodeRestriction,PersistentVolumeClaimResize,PodGroupProtection,' +
      'PodSecurity,Priority,ResourceQuota,RuntimeClass,ServiceAccount,' +
      'StorageObjectInUseProtection,TaintNodesByCondition,ValidatingAdmissionPolicy,' +
      'ValidatingAdmissionWebhook',
  ],
])('Kubernetes %s has what KubeOne gives it, and DenyServiceExternalIPs', (version, kubeone) => {
  const flag = admissionFlags(version)['enable-admission-plugins'] ?? '';
  expect(flag.split(',').sort()).toEqual([...kubeone.split(','), 'DenyServiceExternalIPs'].sort());
});

test('a Kubernetes that no list has keeps what KubeOne gives it', () => {
  expect(admissionFlags('1.37.0')).toEqual({});
});
