// SPDX-License-Identifier: Apache-2.0
import { gateReleaseOf, mirrorImage, releases } from '@strata/contracts';
import { tools } from '@strata/toolchain';
import { readFileSync } from 'node:fs';
import { imagesOf } from './index.ts';

const everything = { releases: releases.map(({ name }) => name), optional: true };

test('a release needs the images that its manifests name, that operators derive, and its own', () => {
  const images = imagesOf({ releases: ['v1.8'], optional: false });
  expect(images.filter((image) => image.startsWith('quay.io/kubevirt/virt-'))).toEqual([
    'quay.io/kubevirt/virt-api:v1.8.4',
    'quay.io/kubevirt/virt-controller:v1.8.4',
    'quay.io/kubevirt/virt-exportproxy:v1.8.4',
    'quay.io/kubevirt/virt-exportserver:v1.8.4',
    'quay.io/kubevirt/virt-handler:v1.8.4',
    'quay.io/kubevirt/virt-launcher:v1.8.4',
    'quay.io/kubevirt/virt-operator:v1.8.4',
    'quay.io/kubevirt/virt-synchronization-controller:v1.8.4',
    'quay.io/kubevirt/virt-template-apiserver:v0.1.8',
    'quay.io/kubevirt/virt-template-controller:v0.1.8',
  ]);
  expect(images).toEqual(
    expect.arrayContaining([
      'quay.io/kubevirt/cdi-importer:v1.65.0',
      'quay.io/kubevirt/kubevirt-cloud-controller-manager:v0.6.0',
      'quay.io/kubermatic/kubevirt-csi-driver:v0.4.5',
      'ghcr.io/linuxserver/openssh-server:10.3_p1-r2-ls242',
    ]),
  );
  expect(images.filter((image) => image.includes('/origin-csi-'))).toEqual([
    'quay.io/openshift/origin-csi-external-attacher:4.20.0',
    'quay.io/openshift/origin-csi-external-provisioner:4.20.0',
    'quay.io/openshift/origin-csi-external-resizer:4.20.0',
    'quay.io/openshift/origin-csi-external-snapshotter:4.20.0',
    'quay.io/openshift/origin-csi-livenessprobe:4.20.0',
    'quay.io/openshift/origin-csi-node-driver-registrar:4.20.0',
  ]);
  expect(images.filter((image) => image.startsWith('nvcr.io/'))).toEqual([]);
});

test('lists all images of monitoring: those that Strata runs and those that the operator runs', () => {
  const images = imagesOf({ releases: ['v1.8'], optional: false });
  expect(
    images.filter((image) => /\/(prometheus|prometheus-operator|grafana)\/|-metrics:/.test(image)),
  ).toEqual([
    'docker.io/grafana/grafana:12.4.10',
    'quay.io/prometheus-operator/prometheus-config-reloader:v0.93.1',
    'quay.io/prometheus-operator/prometheus-operator:v0.93.1',
    'quay.io/prometheus/alertmanager:v0.33.1',
    'quay.io/prometheus/blackbox-exporter:v0.28.0',
    'quay.io/prometheus/node-exporter:v1.12.1',
    'quay.io/prometheus/prometheus:v3.15.0',
    'registry.k8s.io/kube-state-metrics/kube-state-metrics:v2.18.0',
  ]);
});

test.each(releases)('the Prometheus of $name is the one that tests the rules', ({ images }) => {
  expect(images.prometheus.image).toBe(
    `quay.io/prometheus/prometheus:v${tools.prometheus.version}`,
  );
});

test.each(releases)('what virt-operator of $name derives is known', ({ components }) => {
  expect(gateReleaseOf(components.kubevirt.version)).toBeDefined();
});

test.each(releases)('every image that $name lists for its own objects is needed', (release) => {
  const listed = Object.values(release.images).map(({ image }) => image);
  const images = imagesOf({ releases: [release.name], optional: false });
  expect(listed.filter((image) => !images.includes(image))).toEqual([]);
});

test('every image has a fixed version', () => {
  const floating = imagesOf(everything).filter((image) => !/[:@][^/]*\d/.test(image));
  expect(floating).toEqual([]);
});

test('no two images of any release have the same name in a mirror', () => {
  const images = imagesOf(everything);
  const mirrored = images.map((image) => mirrorImage(image, 'mirror.example'));
  expect(new Set(mirrored).size).toBe(images.length);
});

test('every image has a tag, and none a digest, as SECURITY.md says', () => {
  const images = imagesOf(everything);
  expect(images.filter((image) => !/:[\w.-]+$/.test(image))).toEqual([]);
  const security = readFileSync(new URL('../../../SECURITY.md', import.meta.url), 'utf8');
  expect(security).toContain('**Images** are named by tag, none by digest.');
});
