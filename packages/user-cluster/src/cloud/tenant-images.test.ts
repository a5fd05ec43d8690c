// SPDX-License-Identifier: Apache-2.0
import { tenantImage } from './tenant-images.ts';

// Proves: clusters.mirror
test("takes an image of the platform's release from the platform's mirror", () => {
  const platform = { release: 'v1.8', registryMirror: 'registry.example.org/mirror' };
  expect(tenantImage(platform, 'csi-driver')).toBe(
    'registry.example.org/mirror/kubermatic/kubevirt-csi-driver:v0.4.5',
  );
  expect(tenantImage({ release: 'v1.8' }, 'csi-driver')).toBe(
    'quay.io/kubermatic/kubevirt-csi-driver:v0.4.5',
  );
});

test('says what to do when the platform is newer than this checkout', () => {
  expect(() => tenantImage({ release: 'v9.9' }, 'csi-driver')).toThrow(
    'the platform runs release "v9.9", which this version of Strata does not know; use the version ' +
      'that brought it up, or a newer one.',
  );
});
