// SPDX-License-Identifier: Apache-2.0
import { attachmentResource, renderAttachment } from './network-attachment.ts';

// Proves: networks.vlan
test('a VLAN network carries only the tagged frames of its VLAN', () => {
  expect(
    renderAttachment({ name: 'tenant-a', type: 'vlan', bridge: 'br1', vlan: 100, mtu: 9000 }),
  ).toBe(
    '{"cniVersion":"0.3.1","name":"tenant-a","type":"bridge","bridge":"br1","vlan":100,' +
      '"preserveDefaultVlan":false,"macspoofchk":true,"mtu":9000,' +
      '"disableContainerInterface":true,"ipam":{}}',
  );
});

// Proves: networks.flat-bridge
test('a flat bridge can let guests forward frames of others', () => {
  expect(
    renderAttachment({ name: 'flat', type: 'bridge', bridge: 'br1', macSpoofCheck: false }),
  ).toBe(
    '{"cniVersion":"0.3.1","name":"flat","type":"bridge","bridge":"br1","macspoofchk":false,' +
      '"disableContainerInterface":true,"ipam":{}}',
  );
});

test('pods in a network with a range get addresses and a working interface', () => {
  expect(
    renderAttachment({
      name: 'migration',
      type: 'vlan',
      bridge: 'br1',
      vlan: 7,
      range: '10.7.0.5-10.7.0.9/24',
    }),
  ).toBe(
    '{"cniVersion":"0.3.1","name":"migration","type":"bridge","bridge":"br1","vlan":7,' +
      '"preserveDefaultVlan":false,"macspoofchk":true,' +
      '"ipam":{"type":"whereabouts","range":"10.7.0.5-10.7.0.9/24"}}',
  );
});

// Proves: networks.sr-iov
test('SR-IOV networks leave options that are not set to the card', () => {
  const least = { name: 'fast', type: 'sriov', resourceName: 'openshift.io/fast' } as const;
  expect(renderAttachment(least)).toBe(
    '{"cniVersion":"0.3.1","name":"fast","type":"sriov","ipam":{}}',
  );
  expect(
    renderAttachment({
      ...least,
      vlan: 20,
      vlanQoS: 5,
      macSpoofCheck: false,
      trust: true,
      linkState: 'auto',
      mtu: 9000,
    }),
  ).toBe(
    '{"cniVersion":"0.3.1","name":"fast","type":"sriov","vlan":20,"vlanQoS":5,"spoofchk":"off",' +
      '"trust":"on","link_state":"auto","mtu":9000,"ipam":{}}',
  );
});

test('the same template gives the same text, regardless of the order of its keys', () => {
  const one = renderAttachment({ name: 'a', type: 'vlan', bridge: 'br1', vlan: 1, mtu: 1500 });
  const other = renderAttachment({ mtu: 1500, vlan: 1, bridge: 'br1', type: 'vlan', name: 'a' });
  expect(other).toBe(one);
});

test('says which resource of a host a network requests', () => {
  const bridge = { name: 'flat', type: 'bridge', bridge: 'br1' } as const;
  expect(attachmentResource(bridge)).toBeUndefined();
  expect(attachmentResource({ ...bridge, bridgeMarker: true })).toBe(
    'bridge.network.kubevirt.io/br1',
  );
  expect(
    attachmentResource({ name: 'fast', type: 'sriov', resourceName: 'openshift.io/fast' }),
  ).toBe('openshift.io/fast');
});
