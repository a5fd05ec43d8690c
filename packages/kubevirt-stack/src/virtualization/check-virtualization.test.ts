// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import { kubevirtStackConfig } from '../config/index.ts';
import { checkVirtualization } from './check-virtualization.ts';

function check(settings: object, release = 'v1.8') {
  const kubevirt = kubevirtStackConfig.shape.kubevirt.parse(settings);
  return checkVirtualization({ kubevirt }, { release: findRelease(release), cluster: undefined });
}

const nvme = { pciVendorSelector: '144d:a80a', resourceName: 'samsung.com/nvme' };

test('reports no problem if nothing is configured', () => {
  expect(check({})).toEqual([]);
  expect(checkVirtualization({}, { release: findRelease('v1.8'), cluster: undefined })).toEqual([]);
});

test('does not judge feature gates while the release is unknown', () => {
  const kubevirt = kubevirtStackConfig.shape.kubevirt.parse({ featureGates: ['Sidecra'] });
  expect(checkVirtualization({ kubevirt }, { release: undefined, cluster: undefined })).toEqual([]);
});

// Proves: feature-gates.any-gate
test('does not suggest a gate that the release does not have', () => {
  const [problem] = check({ featureGates: ['LiveUpdateNADRe'] }, 'v1.7');
  expect(problem?.message).toMatch(/^KubeVirt 1.7 has no feature gate "LiveUpdateNADRe"; known: /);
  expect(check({ featureGates: ['LiveUpdateNADRe'] })[0]?.message).toBe(
    'KubeVirt 1.8 has no feature gate "LiveUpdateNADRe"; did you mean "LiveUpdateNADRef"?',
  );
});

test('reports problems of both lists of feature gates with their path', () => {
  expect(check({ featureGates: ['Sidecra'], disabledFeatureGates: ['LiveMigration'] })).toEqual([
    {
      path: ['kubevirt', 'featureGates', 0],
      message: 'KubeVirt 1.8 has no feature gate "Sidecra"; did you mean "Sidecar"?',
    },
    {
      path: ['kubevirt', 'disabledFeatureGates', 0],
      message:
        'feature gate "LiveMigration" cannot be disabled: the feature is always on in KubeVirt 1.8; remove it',
    },
  ]);
});

// Proves: kubevirt.host-devices
test('names the gate that USB devices need', () => {
  const selectors = [{ vendor: '046b', product: 'ff10' }];
  const permittedHostDevices = { usb: [{ resourceName: 'a.b/c', selectors }] };
  expect(check({ permittedHostDevices })).toEqual([
    {
      path: ['kubevirt', 'permittedHostDevices', 'usb'],
      message:
        'needs the feature gate HostDevices, for VMs may not ask for them otherwise; ' +
        'add it to kubevirt.featureGates',
    },
  ]);
  expect(check({ permittedHostDevices, featureGates: ['HostDevices'] })).toEqual([]);
});

// VMs ask for GPUs without the gate; a size with hostDevices needs it, which check-machines.ts says.
test('needs no gate for PCI devices, for mediated ones, nor for an empty list', () => {
  expect(check({ permittedHostDevices: { pciHostDevices: [nvme] } })).toEqual([]);
  const mediatedDevices = [{ mdevNameSelector: 'GRID T4-1Q', resourceName: 'nvidia.com/T4' }];
  expect(check({ permittedHostDevices: { mediatedDevices, usb: [] } })).toEqual([]);
});

// Proves: kubevirt.host-devices
test('rejects a device that is listed twice', () => {
  const pciHostDevices = [
    nvme,
    { ...nvme, pciVendorSelector: '144D:A80A' },
    { ...nvme, resourceName: 'samsung.com/fast' },
  ];
  const path = (index: number) => [
    'kubevirt',
    'permittedHostDevices',
    'pciHostDevices',
    index,
    'pciVendorSelector',
  ];
  expect(
    check({ featureGates: ['HostDevices'], permittedHostDevices: { pciHostDevices } }),
  ).toEqual([
    { path: path(1), message: '"144D:A80A" is in the list already; remove one' },
    {
      path: path(2),
      message: '"144d:a80a" is samsung.com/nvme already; give all devices of a kind one name',
    },
  ]);
});

// Proves: kubevirt.host-devices
test('accepts different kinds of devices', () => {
  const pciHostDevices = [nvme, { pciVendorSelector: '10de:1eb8', resourceName: 'nvidia.com/T4' }];
  expect(
    check({ featureGates: ['HostDevices'], permittedHostDevices: { pciHostDevices } }),
  ).toEqual([]);
});

// Proves: kubevirt.staged-changes
test('accepts staged changes, and batches of evictions if VMs are evicted', () => {
  expect(check({ vmRolloutStrategy: 'Stage' })).toEqual([]);
  const workloadUpdateStrategy = { workloadUpdateMethods: ['Evict'], batchEvictionSize: 3 };
  expect(check({ workloadUpdateStrategy })).toEqual([]);
});

// Proves: kubevirt.staged-changes
test('rejects options that have no effect', () => {
  expect(
    check({
      vmRolloutStrategy: 'Stage',
      liveUpdateConfiguration: { maxHotplugRatio: 2 },
      workloadUpdateStrategy: { batchEvictionSize: 3 },
    }),
  ).toEqual([
    {
      path: ['kubevirt', 'liveUpdateConfiguration'],
      message: 'has no effect while vmRolloutStrategy is Stage; remove one of the two',
    },
    {
      path: ['kubevirt', 'workloadUpdateStrategy', 'batchEvictionSize'],
      message: 'has no effect unless workloadUpdateMethods has Evict; add it, or remove this',
    },
  ]);
});

// Proves: kubevirt.hotplug-cpu-memory
test('accepts live updates of VMs only if VMs may migrate', () => {
  expect(
    check({
      liveUpdateConfiguration: { maxGuest: '64Gi' },
      workloadUpdateStrategy: { workloadUpdateMethods: ['Evict'] },
    }),
  ).toEqual([
    {
      path: ['kubevirt', 'liveUpdateConfiguration'],
      message:
        'has no effect unless workloadUpdateStrategy.workloadUpdateMethods has LiveMigrate; ' +
        'add it, or remove this',
    },
  ]);
  expect(check({ liveUpdateConfiguration: { maxGuest: '64Gi' } })).toEqual([]);
});

// Proves: kubevirt.certificates
test('rejects certificates that outlive their CA or are renewed too late', () => {
  const certificateRotateStrategy = {
    ca: { renewBefore: '168h' },
    server: { duration: '168h0m1s', renewBefore: '200h' },
  };
  const path = ['kubevirt', 'certificateRotateStrategy'];
  expect(check({ certificateRotateStrategy })).toEqual([
    {
      path: [...path, 'ca', 'renewBefore'],
      message: "168h is not less than the certificate's whole life, 168h; shorten it",
    },
    {
      path: [...path, 'server', 'renewBefore'],
      message: "200h is not less than the certificate's whole life, 168h0m1s; shorten it",
    },
    {
      path: [...path, 'server', 'duration'],
      message:
        '168h0m1s is longer than the life of its CA, 168h; shorten it, or lengthen ca.duration',
    },
  ]);
});

// Proves: kubevirt.certificates
test.each([
  { server: { duration: '48h' } },
  // As long as its CA, and renewed in time.
  { server: { duration: '168h', renewBefore: '167h59m59s' } },
  { ca: { duration: '336h', renewBefore: '48h' }, server: { duration: '48h', renewBefore: '12h' } },
])('accepts the certificate lifetimes %j', (certificateRotateStrategy) => {
  expect(check({ certificateRotateStrategy })).toEqual([]);
});
