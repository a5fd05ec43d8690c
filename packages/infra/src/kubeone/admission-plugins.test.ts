// SPDX-License-Identifier: Apache-2.0
import { admissionFlags, kubeonePlugins } from './admission-plugins.ts';
import { kubeoneRelease } from './kubeone-releases.ts';

test('the lists come from the version of KubeOne that Strata drives', () => {
  expect(kubeonePlugins.readIn).toBe(kubeoneRelease.version);
});

test('every Kubernetes minor that this KubeOne installs has a list', () => {
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
])(
  'enables the plugins of KubeOne and DenyServiceExternalIPs on Kubernetes %s',
  (version, kubeone) => {
    const flag = admissionFlags(version)['enable-admission-plugins'] ?? '';
    expect(flag.split(',').sort()).toEqual(
      [...kubeone.split(','), 'DenyServiceExternalIPs'].sort(),
    );
  },
);

test('sets no flag for a Kubernetes minor without a list, so that it keeps the plugins of KubeOne', () => {
  expect(admissionFlags('1.37.0')).toEqual({});
});
