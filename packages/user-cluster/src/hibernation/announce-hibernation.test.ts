// SPDX-License-Identifier: Apache-2.0
import * as pulumi from '@pulumi/pulumi';
import { testConfig } from '../test-context.ts';
import { announceHibernation, hibernationLine } from './announce-hibernation.ts';

// Proves: clusters.hibernated
test('a preview says of a hibernated cluster what is gone, what stays, and how it wakes', () => {
  const config = { ...testConfig(), hibernated: true };
  expect(hibernationLine({ cluster: 'shop', config })).toBe(
    'the user cluster "shop" is hibernated: its pools have no VMs, so only pods that tolerate the taint of the control plane run. ' +
      'Its control plane, volumes and addresses stay. Remove user-cluster:hibernated to bring the VMs back',
  );
});

test('a cluster that is not hibernated is not spoken of', () => {
  expect(hibernationLine({ cluster: 'shop', config: testConfig() })).toBeUndefined();
});

test('previews and updates say it of a hibernated cluster alone', async () => {
  const info = jest.spyOn(pulumi.log, 'info').mockResolvedValue();
  await announceHibernation({ cluster: 'shop', config: { ...testConfig(), hibernated: true } });
  await announceHibernation({ cluster: 'shop', config: testConfig() });
  const told = info.mock.calls.map(([text]) => text);
  info.mockRestore();
  expect(told).toStrictEqual([expect.stringMatching(/^the user cluster "shop" is hibernated: /)]);
});
