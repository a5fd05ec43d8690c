// SPDX-License-Identifier: Apache-2.0
import { dropVersions } from './drop-versions.ts';

const versions = [
  { name: 'v1alpha1', storage: false },
  { name: 'v1beta1', storage: true },
];
const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'cdis.cdi.kubevirt.io' },
  spec: { group: 'cdi.kubevirt.io', versions },
};
const dropped = (version: string) => [{ definition: 'cdis.cdi.kubevirt.io', version }];

test('leaves out a version and changes nothing else', () => {
  const service = { apiVersion: 'v1', kind: 'Service', metadata: { name: 'x' } };
  expect(dropVersions([service, definition], dropped('v1alpha1'))).toEqual([
    service,
    { ...definition, spec: { group: 'cdi.kubevirt.io', versions: [versions[1]] } },
  ]);
});

test('refuses a version that the definition does not have, so that the table stays true', () => {
  expect(() => dropVersions([definition], dropped('v1'))).toThrow(
    'cdis.cdi.kubevirt.io has no version v1 to leave out',
  );
});

test('refuses to leave out the storage version', () => {
  expect(() => dropVersions([definition], dropped('v1beta1'))).toThrow(
    'cdis.cdi.kubevirt.io stores its objects in v1beta1: keep that version',
  );
});
