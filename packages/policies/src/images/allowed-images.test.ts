// SPDX-License-Identifier: Apache-2.0
import { releases } from '@strata/contracts/releases';
import { kinds } from '../resource/index.ts';
import { deployment, virtualMachine } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { allowedImages } from './index.ts';

const cron = (url: string) => ({
  type: kinds.dataImportCron,
  props: {
    metadata: { namespace: 'golden-images', name: 'ubuntu' },
    spec: { template: { spec: { source: { registry: { url } } } } },
  },
});

test('accepts versions from allowed registries, by tag or digest', async () => {
  const good = [
    deployment({ image: 'quay.io/kubevirt/virt-operator:v1.8.4' }),
    deployment({ image: 'registry.local:5000/a@sha256:0123' }),
    cron('docker://quay.io/containerdisks/ubuntu:24.04'),
  ];
  const config = { registries: ['quay.io', 'registry.local:5000'] };
  expect(await violationsOf(allowedImages, good, config)).toEqual([]);
});

test.each(releases)(
  'accepts all images of the release $name without settings',
  async ({ images }) => {
    const all = Object.values(images).map(({ image }) => deployment({ image }));
    expect(await violationsOf(allowedImages, all)).toEqual([]);
  },
);

test.each([
  [
    deployment({ image: 'nginx:1.29' }),
    'Deployment cluster-demo/cp-0: nginx:1.29 of container main is from none of the allowed registries (quay.io); mirror it to one, or allow its registry for allowed-images in stacks/policies/<environment>.json.',
  ],
  [
    deployment({ image: 'quay.io:443/a/b' }),
    'Deployment cluster-demo/cp-0: quay.io:443/a/b of container main is from none of the allowed registries (quay.io); mirror it to one, or allow its registry for allowed-images in stacks/policies/<environment>.json.',
  ],
  [
    deployment({ image: 'quay.io/a/b' }),
    'Deployment cluster-demo/cp-0: quay.io/a/b of container main has no version; name a tag or a digest.',
  ],
  [
    cron('docker://quay.io/containerdisks/ubuntu:latest'),
    'DataImportCron golden-images/ubuntu: quay.io/containerdisks/ubuntu:latest of its disk is "latest", which changes over time; name a version.',
  ],
  [
    virtualMachine({
      spec: { volumes: [{ name: 'root', containerDisk: { image: 'evil.io/x:1' } }] },
    }),
    'VirtualMachine cluster-demo/cp-0: evil.io/x:1 of disk root is from none of the allowed registries (quay.io); mirror it to one, or allow its registry for allowed-images in stacks/policies/<environment>.json.',
  ],
])('rejects all other images: %#', async (bad, message) => {
  const found = await violationsOf(allowedImages, [bad], { registries: ['quay.io'] });
  expect(found[0]).toBe(message);
});
