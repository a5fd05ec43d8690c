// SPDX-License-Identifier: Apache-2.0
import { named, ofType, recordProgram } from '@strata/testing';
import type { ImageConfig } from '../config/index.ts';
import { GoldenImages } from './golden-images.ts';
import type { GoldenImagesArgs } from './golden-images.ts';
import { ubuntu } from './test-image.ts';

const checksum = `sha256:${'0123456789abcdef'.repeat(4)}`;

const flatcar: ImageConfig = {
  name: 'flatcar',
  os: 'flatcar',
  version: '4230.2.1',
  http: { url: 'https://images.example.org/flatcar.img', checksum },
  sizeGiB: 10,
};

const record = (images: readonly ImageConfig[], more: Partial<GoldenImagesArgs> = {}) =>
  recordProgram(
    () =>
      new GoldenImages('images', {
        environment: 'sandbox',
        images,
        storage: { className: 'fast', accessModes: ['ReadWriteMany'], volumeMode: 'Block' },
        ...more,
      }),
  );

const labels = {
  'app.kubernetes.io/managed-by': 'strata',
  'strata.dev/environment': 'sandbox',
};
const annotations = { 'pulumi.com/patchFieldManager': 'strata' };
const storage = (size: string) => ({
  storageClassName: 'fast',
  accessModes: ['ReadWriteMany'],
  volumeMode: 'Block',
  resources: { requests: { storage: size } },
});

test('images are in a namespace of their own, whose Pod Security level is restricted', async () => {
  const recording = await record([]);
  expect(named(recording, 'images-namespace').inputs).toEqual({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: {
      name: 'golden-images',
      labels: {
        ...labels,
        'pod-security.kubernetes.io/enforce': 'restricted',
        'pod-security.kubernetes.io/audit': 'restricted',
        'pod-security.kubernetes.io/warn': 'restricted',
      },
      annotations,
    },
  });
});

// Proves: images.clone-rights
test('makes a role that may only copy images, and binds nobody to it', async () => {
  const recording = await record([ubuntu, flatcar]);
  expect(named(recording, 'images-cloner').inputs).toEqual({
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name: 'golden-image-cloner', namespace: 'golden-images', labels, annotations },
    rules: [
      { apiGroups: ['cdi.kubevirt.io'], resources: ['datavolumes/source'], verbs: ['create'] },
    ],
  });
  const kinds = recording.resources.map(({ type }) => type);
  expect(kinds.filter((type) => type.includes('RoleBinding'))).toEqual([]);
});

// Proves: images.cloned-per-vm, images.from-registry
test('fetches a container disk once a week and keeps what it has fetched', async () => {
  const recording = await record([ubuntu]);
  const cron = named(recording, 'images-cron-ubuntu');
  expect(cron.inputs).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataImportCron',
    metadata: {
      name: 'ubuntu',
      namespace: 'golden-images',
      labels: { ...labels, 'strata.dev/os': 'ubuntu', 'strata.dev/os-version': '24.04' },
      annotations,
    },
    spec: {
      managedDataSource: 'ubuntu',
      schedule: '0 4 * * 4',
      garbageCollect: 'Outdated',
      importsToKeep: 3,
      retentionPolicy: 'All',
      template: {
        spec: {
          source: { registry: { url: 'docker://quay.io/containerdisks/ubuntu:24.04' } },
          storage: storage('20Gi'),
        },
      },
    },
  });
  expect(cron.dependsOn).toEqual(['images-namespace']);
});

// Proves: sizes.image-defaults
test('passes on every option of a container disk', async () => {
  const image: ImageConfig = {
    ...ubuntu,
    schedule: '0 3 * * *',
    importsToKeep: 1,
    storage: { className: 'slow', accessModes: ['ReadWriteOnce'], volumeMode: 'Filesystem' },
    instancetype: 'standard-2',
    preference: 'sockets-advantage',
    pullMethod: 'pod',
    secretRef: 'registry',
    certConfigMap: 'authority',
    waitMinutes: 20,
  };
  const recording = await record([image], { mirror: (name) => `mirror.example.org/${name}` });
  const { metadata, spec } = named(recording, 'images-cron-ubuntu').inputs;
  expect(metadata).toEqual({
    name: 'ubuntu',
    namespace: 'golden-images',
    labels: {
      ...labels,
      'strata.dev/os': 'ubuntu',
      'strata.dev/os-version': '24.04',
      'instancetype.kubevirt.io/default-instancetype': 'standard-2',
      'instancetype.kubevirt.io/default-preference': 'sockets-advantage',
    },
    annotations: { ...annotations, 'pulumi.com/waitFor': 'condition=UpToDate' },
  });
  expect(spec).toMatchObject({
    schedule: '0 3 * * *',
    importsToKeep: 1,
    template: {
      spec: {
        source: {
          registry: {
            url: 'docker://mirror.example.org/quay.io/containerdisks/ubuntu:24.04',
            pullMethod: 'pod',
            secretRef: 'registry',
            certConfigMap: 'authority',
          },
        },
        storage: {
          storageClassName: 'slow',
          accessModes: ['ReadWriteOnce'],
          volumeMode: 'Filesystem',
        },
      },
    },
  });
});

test("leaves the modes of another StorageClass than the platform's to CDI", async () => {
  const recording = await record([{ ...ubuntu, storage: { className: 'slow' } }]);
  expect(named(recording, 'images-cron-ubuntu').inputs).toMatchObject({
    spec: {
      template: {
        spec: {
          storage: { storageClassName: 'slow', resources: { requests: { storage: '20Gi' } } },
        },
      },
    },
  });
  expect(JSON.stringify(recording.resources)).not.toMatch(/accessModes|volumeMode/);
});

// Proves: images.from-web
test('compares a file with its checksum before its DataSource points to it', async () => {
  const recording = await record([flatcar]);
  const imageLabels = {
    ...labels,
    'strata.dev/os': 'flatcar',
    'strata.dev/os-version': '4230.2.1',
  };
  expect(named(recording, 'images-volume-flatcar-40be6d8b').inputs).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataVolume',
    metadata: {
      name: 'flatcar-40be6d8b',
      namespace: 'golden-images',
      labels: imageLabels,
      annotations: {
        ...annotations,
        'pulumi.com/waitFor': 'condition=Ready',
        'cdi.kubevirt.io/storage.bind.immediate.requested': 'true',
      },
    },
    spec: {
      source: { http: { url: 'https://images.example.org/flatcar.img', checksum } },
      storage: storage('10Gi'),
    },
  });
  const source = named(recording, 'images-source-flatcar');
  expect(source.inputs).toEqual({
    apiVersion: 'cdi.kubevirt.io/v1beta1',
    kind: 'DataSource',
    metadata: { name: 'flatcar', namespace: 'golden-images', labels: imageLabels, annotations },
    spec: { source: { pvc: { namespace: 'golden-images', name: 'flatcar-40be6d8b' } } },
  });
  expect(source.dependsOn).toEqual(['images-volume-flatcar-40be6d8b']);
});

test('does not wait for a file if waitMinutes is 0', async () => {
  const recording = await record([{ ...flatcar, waitMinutes: 0 }]);
  expect(named(recording, 'images-volume-flatcar-40be6d8b').inputs.metadata).toHaveProperty(
    'annotations',
    { ...annotations, 'cdi.kubevirt.io/storage.bind.immediate.requested': 'true' },
  );
  expect(ofType(recording, 'kubernetes:cdi.kubevirt.io/v1beta1:DataImportCron')).toEqual([]);
});

// Proves: images.kept-current
test('a changed image replaces its DataImportCron, and an update waits for each as long as it may take', async () => {
  const images = [
    ubuntu,
    { ...ubuntu, name: 'debian', waitMinutes: 25 },
    flatcar,
    { ...flatcar, name: 'rocky', waitMinutes: 12 },
  ];
  const { resources } = await record(images);
  const plain = (name: string) => name.replace(/-[0-9a-f]{8}$/, '');
  const shown = resources.map((one) => [
    plain(one.name),
    [
      one.parent,
      one.dependsOn.map(plain),
      one.customTimeouts,
      one.replaceOnChanges,
      one.deleteBeforeReplace,
    ],
  ]);
  const within = (limit: string) => ({ create: limit, update: limit });
  const inNamespace = ['images', ['images-namespace']];
  expect(Object.fromEntries(shown)).toEqual({
    images: [undefined, [], undefined, undefined, undefined],
    'images-namespace': ['images', [], undefined, undefined, undefined],
    'images-cloner': [...inNamespace, undefined, undefined, undefined],
    'images-cron-ubuntu': [...inNamespace, within('10m'), ['spec'], true],
    'images-cron-debian': [...inNamespace, within('25m'), ['spec'], true],
    'images-volume-flatcar': [...inNamespace, within('30m'), undefined, undefined],
    'images-source-flatcar': ['images', ['images-volume-flatcar'], undefined, undefined, undefined],
    'images-volume-rocky': [...inNamespace, within('12m'), undefined, undefined],
    'images-source-rocky': ['images', ['images-volume-rocky'], undefined, undefined, undefined],
  });
});
