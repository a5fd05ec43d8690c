// SPDX-License-Identifier: Apache-2.0
import { imageLabels, renderImportCron } from './render-image.ts';
import { ubuntu } from './test-image.ts';

const storage = {
  className: 'fast',
  accessModes: ['ReadWriteMany' as const],
  volumeMode: 'Block' as const,
};

test('what an image does not say is in no label and in no field of its source', () => {
  expect(imageLabels(ubuntu)).toStrictEqual({
    'strata.dev/os': 'ubuntu',
    'strata.dev/os-version': '24.04',
  });
  const registry = 'docker://quay.io/containerdisks/ubuntu:24.04';
  const { template } = renderImportCron({ ...ubuntu, registry }, storage);
  expect(template.spec.source).toStrictEqual({ registry: { url: registry } });
});
