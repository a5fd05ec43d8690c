// SPDX-License-Identifier: Apache-2.0
import { releases } from '../releases.ts';
import { supportsKubernetes } from '../upgrade-path.ts';
import { badCells, incompatibilities, releaseVersions, supportWindows } from './index.ts';
import type { Versions } from './index.ts';
import { minorOf } from '../version-numbers.ts';

const tested = releases.map(
  ({ components: { cdi, kubevirt } }) =>
    `KubeVirt ${minorOf(kubevirt.version)} with CDI ${minorOf(cdi.version)}`,
);

const messages = (versions: Versions) => incompatibilities(versions).map(({ message }) => message);

const ubuntu = (version: string) => ({ guestOs: { name: 'ubuntu', version } });

test('does not judge parts without a version', () => {
  expect(messages({})).toEqual([]);
  expect(messages({ kubevirt: '1.8.4', kubernetes: '1.20.0' })).toEqual([]);
  expect(messages({ kubevirt: '99.0.0', infraKubernetes: '1.35' })).toEqual([]);
});

test.each<[Versions, string]>([
  [
    { kubevirt: '1.8.4', infraKubernetes: '1.36' },
    'KubeVirt 1.8.4 and Kubernetes of the infra cluster 1.36 do not go together: KubeVirt 1.8 is made for 1.33 to 1.35',
  ],
  [
    { kubevirt: '1.9.0', infraKubernetes: '1.33.9' },
    'KubeVirt 1.9.0 and Kubernetes of the infra cluster 1.33.9 do not go together: KubeVirt 1.9 is made for 1.34 to 1.36',
  ],
  [
    { kubeone: '1.14.2', infraKubernetes: '1.33.1' },
    'KubeOne 1.14.2 and Kubernetes of the infra cluster 1.33.1 do not go together: KubeOne 1.14 is made for 1.34 to 1.36',
  ],
  [
    { cdi: '1.65.0', infraKubernetes: '1.36' },
    'CDI 1.65.0 and Kubernetes of the infra cluster 1.36 do not go together: CDI 1.65 is made for up to 1.35',
  ],
  [
    { 'cloud-controller-manager': '0.6.0', kubernetes: '1.36.0' },
    'the cloud controller manager 0.6.0 and Kubernetes of the user cluster 1.36.0 do not go together: the cloud controller manager 0.6 is made for 1.34 to 1.35',
  ],
  [
    { flux: '2.9.5', kubernetes: '1.33.1' },
    'Flux 2.9.5 and Kubernetes of the user cluster 1.33.1 do not go together: Flux 2.9 is made for 1.34 to 1.36',
  ],
  [
    { 'cloud-controller-manager': '0.5.1', kubernetes: '1.34.4' },
    'the cloud controller manager 0.5.1 and Kubernetes of the user cluster 1.34.4 do not go together: it has libraries of Kubernetes that are years old, and knows nothing of EndpointSlices; take 0.6.0',
  ],
  [
    { kubevirt: '1.8.4', guestOs: { name: 'flatcar', version: '4230.2.1' } },
    'KubeVirt 1.8.4 and flatcar 4230.2.1 go together only with care: KubeVirt can drop the argument by which Ignition finds its configuration; machines need the annotation kubevirt.io/placePCIDevicesOnRootComplex: "true", which those of user clusters with cloudInit: ignition have',
  ],
  [
    { 'csi-driver': '0.4.5', kubevirt: '1.9.0' },
    'the CSI driver 0.4.5 and KubeVirt 1.9.0 go together only with care: with DeclarativeHotplugVolumes, which is on in KubeVirt 1.9, a machine that runs loses what its VirtualMachine does not name any more, with pods on it; write no VirtualMachine of a user cluster by hand or by another tool, pools of Strata do not either',
  ],
  [
    { kubernetes: '1.35.4', ...ubuntu('20.04') },
    'Kubernetes of the user cluster 1.35.4 and ubuntu 20.04 do not go together: kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image',
  ],
  [
    { kubernetes: '1.35.4', guestOs: { name: 'rocky', version: '8.10' } },
    'Kubernetes of the user cluster 1.35.4 and rocky 8.10 do not go together: kubelets of 1.35 and later do not start on cgroup v1, which this system boots with; take a newer image',
  ],
  [
    { kubernetes: '1.34.4', guestOs: { name: 'ubuntu', version: '20.04' } },
    'Kubernetes of the user cluster 1.34.4 and ubuntu 20.04 go together only with care: the containerd that machines download needs glibc 2.34 or later, which this system does not have; take a newer image, or one that has Kubernetes',
  ],
  [
    { kubernetes: '1.34.4', guestOs: { name: 'rocky', version: '8.10' } },
    'Kubernetes of the user cluster 1.34.4 and rocky 8.10 go together only with care: the containerd that machines download needs glibc 2.34 or later, which this system does not have; take a newer image, or one that has Kubernetes',
  ],
  [
    { kubernetes: '1.35.4', guestOs: { name: 'debian', version: '11' } },
    'Kubernetes of the user cluster 1.35.4 and debian 11 go together only with care: the containerd that machines download needs glibc 2.34 or later, which this system does not have; take a newer image, or one that has Kubernetes',
  ],
  [
    { cilium: '1.20.2', ...ubuntu('20.04') },
    'Cilium 1.20.2 and ubuntu 20.04 do not go together: Cilium needs Linux 5.10 or later, this system has an older one; take a newer image',
  ],
  [
    { cilium: '1.20.2', guestOs: { name: 'rhel', version: '8.9' } },
    'Cilium 1.20.2 and rhel 8.9 do not go together: Cilium needs Linux 5.10 or later, this system has an older one; take a newer image',
  ],
  [
    { kubelet: '1.35.4', kubernetes: '1.34.4' },
    'Kubernetes of a pool, 1.35.4, and of its control plane, 1.34.4, do not go together: a node must not be newer than the API; update the control plane first',
  ],
  [
    { kubelet: '1.33.1', kubernetes: '1.35.4' },
    'Kubernetes of a pool, 1.33.1, and of its control plane, 1.35.4, do not go together: a pool may stay one minor behind; update the pool first',
  ],
  [
    { kubevirt: '1.8.4', cdi: '1.60.0' },
    `KubeVirt 1.8.4 and CDI 1.60.0 do not go together: no release has both; tested are ${tested.join(', ')}`,
  ],
])('%j', (versions, expected) => {
  expect(messages(versions)).toEqual([expected]);
});

test('Cilium works on the kernel of RHEL 8.10', () => {
  const rhel = (version: string) =>
    messages({ cilium: '1.20.2', guestOs: { name: 'rhel', version } });
  expect([rhel('8.10'), rhel('9')]).toEqual([[], []]);
  expect(rhel('8')).toEqual([
    'Cilium 1.20.2 and rhel 8 do not go together: Cilium needs Linux 5.10 or later, this system has an older one; take a newer image',
  ]);
});

test('accepts a pool as new as its control plane, or one minor older', () => {
  expect(messages({ kubelet: '1.35.4', kubernetes: '1.35.4' })).toEqual([]);
  expect(messages({ kubelet: '1.34.1', kubernetes: '1.35.4' })).toEqual([]);
});

test('ubuntu 24.04 and rocky 9 are compatible with everything', () => {
  const all = { kubernetes: '1.35.4', cilium: '1.20.2', kubevirt: '1.9.0' };
  expect(messages({ ...all, ...ubuntu('24.04') })).toEqual([]);
  expect(messages({ ...all, guestOs: { name: 'rocky', version: '9.4' } })).toEqual([]);
});

// Proves: installation.paired-releases
test('every release is compatible with every Kubernetes that it supports', () => {
  for (const release of releases) {
    for (const infraKubernetes of ['1.32', '1.33', '1.34', '1.35', '1.36']) {
      if (!supportsKubernetes(release, infraKubernetes)) continue;
      for (const kubernetes of ['1.34.4', '1.35.4']) {
        const found = incompatibilities({
          ...releaseVersions(release),
          infraKubernetes,
          kubernetes,
          ...ubuntu('24.04'),
        }).filter(({ level }) => level === 'refused');
        expect({ release: release.name, infraKubernetes, kubernetes, found }).toEqual({
          release: release.name,
          infraKubernetes,
          kubernetes,
          found: [],
        });
      }
    }
  }
});

test('every row names a page', () => {
  for (const { source } of [...badCells, ...supportWindows]) expect(source).toMatch(/^https:\/\//);
});
