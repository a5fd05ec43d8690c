// SPDX-License-Identifier: Apache-2.0
import { findRelease } from '@strata/contracts';
import type { ClusterFacts, StorageClassFacts } from '../cluster/cluster-facts.ts';
import { bareCluster } from '../cluster/test-cluster-facts.ts';
import { kubevirtStackConfig } from '../config/index.ts';
import { checkCdi } from './check-cdi.ts';
import type { StorageProfile } from './storage-profile-patch.ts';

const storageClass = (name: string, more: Partial<StorageClassFacts> = {}): StorageClassFacts => ({
  name,
  provisioner: `${name}.csi.example.org`,
  allowVolumeExpansion: true,
  volumeBindingMode: 'Immediate',
  isTopologyBound: false,
  ...more,
});

const cluster: ClusterFacts = {
  ...bareCluster,
  storageClasses: [
    storageClass('fast'),
    storageClass('local', { volumeBindingMode: 'WaitForFirstConsumer' }),
  ],
  snapshotClasses: [{ name: 'fast', driver: 'fast.csi.example.org' }],
};

interface Given {
  readonly className?: string;
  readonly cdi?: object;
  readonly storageProfiles?: readonly StorageProfile[];
}

function check(
  { className = 'fast', cdi = {}, storageProfiles = [] }: Given,
  facts?: ClusterFacts,
) {
  const config = {
    storage: { className, accessModes: ['ReadWriteMany' as const], volumeMode: 'Block' as const },
    cdi: kubevirtStackConfig.shape.cdi.parse(cdi),
    storageProfiles: kubevirtStackConfig.shape.storageProfiles.parse(storageProfiles),
  };
  return checkCdi(config, { release: findRelease('v1.8'), cluster: facts });
}

test('reports no problem if the cluster has everything that is named', () => {
  const storageProfiles = [
    {
      storageClass: 'fast',
      cloneStrategy: 'snapshot',
      snapshotClass: 'fast',
      dataImportCronSourceFormat: 'snapshot',
    },
    { storageClass: 'local', cloneStrategy: 'copy', dataImportCronSourceFormat: 'pvc' },
  ] as const;
  const cdi = { scratchSpaceStorageClass: 'local', cloneStrategyOverride: 'snapshot' };
  expect(check({ cdi, storageProfiles }, cluster)).toEqual([]);
});

test('checks feature gates against those of the release', () => {
  expect(check({ cdi: { featureGates: ['HonorWaitForFirstConsumr'] } })).toEqual([
    {
      path: ['cdi', 'featureGates', 0],
      message:
        'CDI 1.65 has no feature gate "HonorWaitForFirstConsumr"; ' +
        'did you mean "HonorWaitForFirstConsumer"?',
    },
  ]);
});

test('rejects certificates that CDI would renew as soon as it has made them', () => {
  const problem = (which: string, renewBefore: string, duration: string) => ({
    path: ['cdi', 'certConfig', which, 'renewBefore'],
    message: `${renewBefore} is not less than the certificate's whole life, ${duration}; shorten it`,
  });
  const problemsOf = (certConfig: object) => check({ cdi: { certConfig } });
  expect(problemsOf({ ca: { duration: '12h', renewBefore: '24h' } })).toEqual([
    problem('ca', '24h', '12h'),
  ]);
  const defaults = { ca: { renewBefore: '48h' }, server: { renewBefore: '24h' } };
  expect(problemsOf({ ...defaults, client: { duration: '1h', renewBefore: '2h' } })).toEqual([
    problem('ca', '48h', '48h'),
    problem('server', '24h', '24h'),
    problem('client', '2h', '1h'),
  ]);
  expect(problemsOf({ ca: { renewBefore: '47h59m' }, server: { duration: '100h' } })).toEqual([]);
});

// Proves: images.classes-listed, infra-cluster.any-storage
test('reports every unknown StorageClass with the nearest existing name', () => {
  const given = {
    className: 'fats',
    cdi: {
      scratchSpaceStorageClass: 'locl',
      filesystemOverhead: { storageClass: { ceph: 0.1, fast: 0.1 } },
    },
    storageProfiles: [{ storageClass: 'loca' }],
  };
  const message = (name: string, hint: string) =>
    `the infra cluster has no StorageClass "${name}"; ${hint}`;
  expect(check(given, cluster)).toEqual([
    { path: ['storage', 'className'], message: message('fats', 'did you mean "fast"?') },
    {
      path: ['cdi', 'scratchSpaceStorageClass'],
      message: message('locl', 'did you mean "local"?'),
    },
    {
      path: ['cdi', 'filesystemOverhead', 'storageClass', 'ceph'],
      message: message('ceph', 'known: fast, local'),
    },
    {
      path: ['storageProfiles', 0, 'storageClass'],
      message: message('loca', 'did you mean "local"?'),
    },
  ]);
  expect(check(given)).toEqual([]);
});

// Proves: cdi.late-binding
test('requires the feature gate that late binding needs', () => {
  const given = { className: 'local', cdi: { featureGates: [] } };
  expect(check(given, cluster)).toEqual([
    {
      path: ['cdi', 'featureGates'],
      message:
        'StorageClass "local" binds volumes where their first pod runs: without the feature gate ' +
        'HonorWaitForFirstConsumer that is an importer and not the VM; add it',
    },
  ]);
  expect(check({ ...given, className: 'fast' }, cluster)).toEqual(check(given, cluster));
  const storageClasses = [storageClass('fast')];
  expect(check({ ...given, className: 'fast' }, { ...cluster, storageClasses })).toEqual([]);
});

test('of two StorageClasses with late binding it names that of the platform', () => {
  const late = { volumeBindingMode: 'WaitForFirstConsumer' } as const;
  const storageClasses = [storageClass('first', late), storageClass('local', late)];
  const named = (className: string) =>
    check({ className, cdi: { featureGates: [] } }, { ...cluster, storageClasses }).map(
      ({ message }) => /^StorageClass "(.*)" binds/.exec(message)?.[1],
    );
  expect(named('local')).toEqual(['local']);
  expect(named('first')).toEqual(['first']);
});

test('judges configurations of which a part is missing', () => {
  const release = findRelease('v1.8');
  expect(checkCdi({}, { release, cluster })).toEqual([]);
  expect(checkCdi({}, { release: undefined, cluster })).toEqual([]);
  const cdi = kubevirtStackConfig.shape.cdi.parse({ cloneStrategyOverride: 'snapshot' });
  expect(checkCdi({ cdi }, { release, cluster })).toEqual([]);
  const wrong = kubevirtStackConfig.shape.cdi.parse({ featureGates: ['Unknown'] });
  expect(checkCdi({ cdi: wrong }, { release: undefined, cluster: undefined })).toEqual([]);
  expect(checkCdi({ cdi: wrong }, { release, cluster })).toHaveLength(2);
});

// Proves: cdi.clone-strategy
test('rejects snapshot clones if no VolumeSnapshotClass has the driver', () => {
  const given = {
    className: 'local',
    cdi: { cloneStrategyOverride: 'snapshot' },
    storageProfiles: [
      {
        storageClass: 'local',
        cloneStrategy: 'snapshot',
        dataImportCronSourceFormat: 'snapshot',
      },
    ] as const,
  };
  const start =
    'no VolumeSnapshotClass has the driver local.csi.example.org of StorageClass "local"; make one, ';
  expect(check(given, cluster)).toEqual([
    { path: ['cdi', 'cloneStrategyOverride'], message: `${start}or choose another strategy` },
    { path: ['storageProfiles', 0, 'cloneStrategy'], message: `${start}or choose another` },
    {
      path: ['storageProfiles', 0, 'dataImportCronSourceFormat'],
      message: `${start}or choose another`,
    },
  ]);
});

// Proves: cdi.clone-strategy
test('rejects a VolumeSnapshotClass that the driver does not have', () => {
  const storageProfiles = [
    { storageClass: 'fast', snapshotClass: 'fats' },
    { storageClass: 'local', snapshotClass: 'fast' },
  ];
  const storageClasses = [storageClass('fast'), storageClass('local')];
  expect(check({ storageProfiles }, { ...cluster, storageClasses })).toEqual([
    {
      path: ['storageProfiles', 0, 'snapshotClass'],
      message:
        'the driver fast.csi.example.org of StorageClass "fast" has no VolumeSnapshotClass "fats"; ' +
        'did you mean "fast"?',
    },
    {
      path: ['storageProfiles', 1, 'snapshotClass'],
      message:
        'the driver local.csi.example.org of StorageClass "local" has no VolumeSnapshotClass "fast"; ' +
        'make it, or remove snapshotClass',
    },
  ]);
  expect(check({ storageProfiles })).toEqual([]);
});

test('of a StorageClass that is not there, the name alone is wrong', () => {
  const storageProfiles = [
    { storageClass: 'gone', cloneStrategy: 'snapshot', snapshotClass: 'fast' } as const,
  ];
  expect(check({ storageProfiles }, cluster)).toEqual([
    {
      path: ['storageProfiles', 0, 'storageClass'],
      message: 'the infra cluster has no StorageClass "gone"; known: fast, local',
    },
  ]);
});

test('rejects two profiles of one StorageClass, and a snapshot class that has no effect', () => {
  const storageProfiles = [
    { storageClass: 'fast' },
    { storageClass: 'fast', cloneStrategy: 'copy', snapshotClass: 'fast' },
  ] as const;
  expect(check({ storageProfiles }, cluster)).toEqual([
    {
      path: ['storageProfiles', 1, 'storageClass'],
      message: '"fast" has a profile already; put everything about it into one',
    },
    {
      path: ['storageProfiles', 1, 'snapshotClass'],
      message: 'has no effect while cloneStrategy is copy; remove it, or choose snapshot',
    },
  ]);
});

test('accepts a snapshot class for images that CDI keeps as snapshots by itself', () => {
  const provisioner = 'rook-ceph.rbd.csi.ceph.com';
  const facts = {
    ...cluster,
    storageClasses: [storageClass('local'), storageClass('fast', { provisioner })],
    snapshotClasses: [{ name: 'rbd', driver: provisioner }],
  };
  const profile = {
    storageClass: 'fast',
    cloneStrategy: 'csi-clone',
    snapshotClass: 'rbd',
  } as const;
  expect(check({ storageProfiles: [profile] }, facts)).toEqual([]);
  // The driver of the StorageClass is not known.
  expect(check({ storageProfiles: [profile] })).toEqual([]);
  const volumes = { ...profile, dataImportCronSourceFormat: 'pvc' } as const;
  expect(check({ storageProfiles: [volumes] }, facts)).toEqual([
    {
      path: ['storageProfiles', 0, 'snapshotClass'],
      message: 'has no effect while cloneStrategy is csi-clone; remove it, or choose snapshot',
    },
  ]);
});
