// SPDX-License-Identifier: Apache-2.0
import { renderAttachment } from '@strata/contracts';
import { parseAttachment, parseNetworks } from './attachment-config.ts';

const selection = { name: 'own', namespace: 'cluster-demo', device: 'pod1234' };

test('reads network, interface and address from the list that virt-controller writes', () => {
  const written = JSON.stringify([
    { name: 'own', namespace: 'cluster-demo', mac: '02:00:00:00:00:AA', interface: 'pod1234' },
    { name: 'lan' },
  ]);
  expect(parseNetworks(written, 'cluster-demo')).toEqual([
    { ...selection, mac: '02:00:00:00:00:aa' },
    { name: 'lan', namespace: 'cluster-demo', device: 'net2', mac: undefined },
  ]);
  expect(parseNetworks(undefined, 'cluster-demo')).toEqual([]);
});

test.each([
  ['own@net1', /^k8s\.v1\.cni\.cncf\.io\/networks: Unexpected token/],
  ['{"name":"own"}', /^k8s\.v1\.cni\.cncf\.io\/networks: Invalid input: expected array/],
  ['[{"name":"own","mac":"02"}]', /^k8s\.v1\.cni\.cncf\.io\/networks: 0\.mac: is no MAC address$/],
  ['[{"name":"own","cni-args":{}}]', /^k8s\.v1\.cni\.cncf\.io\/networks: 0: Unrecognized key/],
])('rejects a list that virt-controller would not write: %s', (annotation, message) => {
  expect(() => parseNetworks(annotation, 'cluster-demo')).toThrow(message);
});

test('makes an interface of what Strata writes into a NetworkAttachmentDefinition', () => {
  const vlan = renderAttachment({ name: 'own', type: 'vlan', bridge: 'br1', vlan: 200, mtu: 9000 });
  expect(parseAttachment(vlan, { ...selection, mac: '02:00:00:00:00:aa' })).toEqual({
    device: 'pod1234',
    bridge: 'br1',
    vlan: 200,
    mtu: 9000,
    mac: '02:00:00:00:00:aa',
  });
  const flat = renderAttachment({ name: 'lan', type: 'bridge', bridge: 'br1' });
  expect(parseAttachment(flat, selection)).toEqual({
    device: 'pod1234',
    bridge: 'br1',
    vlan: undefined,
    mtu: undefined,
    mac: undefined,
  });
});

const plain = {
  cniVersion: '0.3.1',
  name: 'own',
  type: 'bridge',
  bridge: 'br1',
  disableContainerInterface: true,
  ipam: {},
};

test.each([
  [undefined, 'network own has no spec.config'],
  [{ ...plain, type: 'sriov' }, 'failed to find plugin "sriov" in path [/opt/cni/bin]'],
  [{ name: 'own' }, 'failed to find plugin "" in path [/opt/cni/bin]'],
  [
    { ...plain, bridge: undefined, vlan: 4095 },
    'plugin bridge: bridge: Invalid input: expected string, received undefined; vlan: Too big: expected number to be <=4094',
  ],
  [
    { ...plain, preserveDefaultVlan: true },
    'plugin bridge: preserveDefaultVlan: is not played: true lets the pod hear what has no tag as well',
  ],
  [
    { ...plain, ipam: { type: 'whereabouts', range: '10.7.0.0/24' } },
    'plugin bridge: ipam: is not played: guests configure their addresses themselves',
  ],
  [{ ...plain, vlanTrunk: [] }, 'plugin bridge: Unrecognized key: "vlanTrunk"'],
])('names a network that the plugin would reject, or that is not played: %j', (config, message) => {
  const text = config === undefined ? undefined : JSON.stringify(config);
  expect(() => parseAttachment(text, selection)).toThrow(message);
});
