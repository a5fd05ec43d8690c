// SPDX-License-Identifier: Apache-2.0
import { parseAllDocuments } from 'yaml';
import { knownImages } from '../kubelet/images.ts';
import { renderHost } from './hosts.ts';
import { readableDisk, renderStages } from './kwok.ts';
import { driver } from './storage-objects.ts';
import { asksForMore, isReleased, renderVolume } from './storage.ts';

test('assigns hosts to the zones in turn', () => {
  const settings = { hosts: 3, hostCpu: 16, hostMemoryGiB: 64, zones: ['a', 'b'] };
  const zones = [0, 1, 2].map((index) => {
    const { labels } = renderHost(index, settings).metadata as {
      labels: Record<string, string>;
    };
    return labels['topology.kubernetes.io/zone'];
  });
  expect(zones).toEqual(['a', 'b', 'a']);
});

test('a host offers the CPU and memory of the settings', () => {
  const settings = { hosts: 1, hostCpu: 16, hostMemoryGiB: 64, zones: ['a'] };
  expect(renderHost(0, settings).status).toMatchObject({
    capacity: { cpu: '16', memory: '64Gi' },
    addresses: [{ address: '10.244.250.1' }, { address: 'metal-0' }],
  });
});

test('every stage of kwok leaves machines, and pods whose programs all run, alone', () => {
  const stages = parseAllDocuments(renderStages()).map(
    (document) =>
      document.toJS() as {
        metadata: { name: string };
        spec: {
          selector: { matchExpressions: { key: string; operator: string; values?: string[] }[] };
        };
      },
  );
  expect(stages.map(({ metadata }) => metadata.name)).toEqual([
    'pod-ready',
    'importer-complete',
    'job-complete',
    'pod-delete',
  ]);
  for (const { spec } of stages) {
    const played = spec.selector.matchExpressions.find(({ key }) => key.includes('kubelet'));
    expect(played).toEqual({
      key:
        'if .metadata.labels["kubevirt.io"] == "virt-launcher" then "kubelet" ' +
        'else [.spec.containers[], (.spec.initContainers // [])[] | .image | split("/") | ' +
        `.[length - 1] | split("@") | .[0]] - ${JSON.stringify(knownImages.map(({ image }) => image))} ` +
        '| if length == 0 then "kubelet" else "kwok" end end',
      operator: 'In',
      values: ['kwok'],
    });
  }
});

// Of one digest CDI makes two in a DataImportCron: it appends that of the newest image.
test.each([
  ['docker://quay.io/a/b:1', true],
  [`docker://quay.io/a/b@sha256:${'ab'.repeat(32)}`, true],
  [`docker://localhost:5000/b@sha256:${'ab'.repeat(32)}`, true],
  [`docker://quay.io/a/b:1@sha256:${'ab'.repeat(32)}`, false],
  [`docker://quay.io/a/b@sha256:${'ab'.repeat(32)}@sha256:${'ab'.repeat(32)}`, false],
])('an importer reads %s: %s', (disk, reads) => {
  expect(new RegExp(readableDisk).test(disk)).toBe(reads);
});

test('makes a volume for one claim, with the size and the mode that the claim asks for', () => {
  const claim = {
    metadata: { name: 'root', namespace: 'shop', uid: 'u1' },
    spec: {
      storageClassName: 'sandbox-block',
      volumeMode: 'Block',
      accessModes: ['ReadWriteMany'],
      resources: { requests: { storage: '10Gi' } },
    },
  };
  expect(renderVolume(claim)).toMatchObject({
    metadata: { name: 'pvc-u1' },
    spec: {
      accessModes: ['ReadWriteMany'],
      volumeMode: 'Block',
      capacity: { storage: '10Gi' },
      claimRef: { namespace: 'shop', name: 'root', uid: 'u1' },
      persistentVolumeReclaimPolicy: 'Delete',
    },
  });
});

test('the volume of a copy names its source', () => {
  const claim = { metadata: { name: 'root', namespace: 'shop', uid: 'u1' }, spec: {} };
  expect(renderVolume(claim, { kind: 'copy', of: 'snapshot-u2' })).toMatchObject({
    spec: { csi: { volumeHandle: 'u1', volumeAttributes: { copyOf: 'snapshot-u2' } } },
  });
});

test('a volume grows once its bound claim asks for more than it has', () => {
  const asking = (storage: string, phase: string, storageClassName = 'sandbox-block') => ({
    metadata: { name: 'root', namespace: 'shop', uid: 'u1' },
    spec: { storageClassName, resources: { requests: { storage } } },
    status: { phase, capacity: { storage: '10Gi' } },
  });
  expect(asksForMore(asking('11Gi', 'Bound'))).toBe(true);
  expect(asksForMore(asking('10240Mi', 'Bound'))).toBe(false);
  expect(asksForMore(asking('5Gi', 'Bound'))).toBe(false);
  expect(asksForMore(asking('11Gi', 'Pending'))).toBe(false);
  expect(asksForMore(asking('11Gi', 'Bound', 'other'))).toBe(false);
});

test('a volume is removed with its claim, unless its reclaim policy retains it', () => {
  const released = (persistentVolumeReclaimPolicy: string, phase: string) => ({
    metadata: {
      name: 'pvc-u1',
      uid: 'u2',
      annotations: { 'pv.kubernetes.io/provisioned-by': driver },
    },
    spec: { persistentVolumeReclaimPolicy },
    status: { phase },
  });
  expect(isReleased(released('Delete', 'Released'))).toBe(true);
  expect(isReleased(released('Delete', 'Bound'))).toBe(false);
  expect(isReleased(released('Retain', 'Released'))).toBe(false);
});
