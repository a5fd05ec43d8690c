// SPDX-License-Identifier: Apache-2.0
import { templateOf } from './network-template.ts';

test('leaves keys empty that the check of the networks reports as missing', () => {
  expect(templateOf({ name: 'flat', type: 'bridge' })).toMatchObject({ bridge: '' });
  expect(templateOf({ name: 'tagged', type: 'vlan' })).toMatchObject({ bridge: '', vlan: 0 });
  expect(templateOf({ name: 'fast', type: 'sriov' })).toMatchObject({ resourceName: '' });
});
