// SPDX-License-Identifier: Apache-2.0
import { diskTemplate, virtualMachine } from '../test-objects.ts';
import { violationsOf } from '../test-violations.ts';
import { flatcarRootComplex } from './index.ts';

const annotation = { 'kubevirt.io/placePCIDevicesOnRootComplex': 'true' };
const ignition = { 'kubevirt.io/ignitiondata': '{}' };
const flatcarDisk = { spec: { sourceRef: { kind: 'DataSource', name: 'flatcar-4230' } } };

test('accepts Flatcar with its annotation, and other systems without', async () => {
  const good = [
    virtualMachine({ annotations: { ...annotation, ...ignition } }),
    virtualMachine({ annotations: annotation, diskTemplates: [flatcarDisk] }),
    virtualMachine({ diskTemplates: [diskTemplate('root')] }),
  ];
  expect(await violationsOf(flatcarRootComplex, good)).toEqual([]);
});

test.each([
  { annotations: ignition },
  { diskTemplates: [flatcarDisk] },
  // KubeVirt compares with "true" alone.
  { annotations: { ...ignition, 'kubevirt.io/placePCIDevicesOnRootComplex': 'True' } },
])('rejects %j', async (changes) => {
  expect(await violationsOf(flatcarRootComplex, [virtualMachine(changes)])).toEqual([
    'VirtualMachine cluster-demo/cp-0 starts from Ignition (Flatcar) without the annotation kubevirt.io/placePCIDevicesOnRootComplex: "true" in its template; add it.',
  ]);
});
