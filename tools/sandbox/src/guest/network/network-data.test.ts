// SPDX-License-Identifier: Apache-2.0
import { NetworkDataError, parseNetworkData } from './network-data.ts';

function problemsOf(text: string): readonly string[] {
  try {
    parseNetworkData(text);
  } catch (error) {
    if (error instanceof NetworkDataError) return error.problems;
  }
  return [];
}

test('reads what Strata writes with the defaults of cloud-init', () => {
  const written = {
    version: 2,
    ethernets: {
      enp1s0: { dhcp4: true },
      enp2s0: {
        match: { macaddress: '02:00:00:00:00:AA' },
        'set-name': 'enp2s0',
        dhcp4: true,
        optional: true,
        'accept-ra': false,
        'dhcp4-overrides': { 'use-routes': false, 'use-dns': false },
      },
      enp3s0: { dhcp4: false, optional: true, addresses: ['10.20.0.11/24'] },
    },
  };
  const plain = { dhcp4: false, optional: false, addresses: [], routes: [] };
  const both = { 'dhcp4-overrides': { 'use-routes': true, 'use-dns': true } };
  expect(parseNetworkData(JSON.stringify(written)).ethernets).toEqual({
    enp1s0: { ...plain, ...both, dhcp4: true },
    enp2s0: {
      ...plain,
      dhcp4: true,
      optional: true,
      'accept-ra': false,
      'set-name': 'enp2s0',
      match: { macaddress: '02:00:00:00:00:aa' },
      'dhcp4-overrides': { 'use-routes': false, 'use-dns': false },
    },
    enp3s0: { ...plain, ...both, optional: true, addresses: ['10.20.0.11/24'] },
  });
});

test('reports every problem on a line with its path', () => {
  const text = `
version: 1
ethernets:
  enp1s0: {dhcp4: yes, dhcp6: true, addresses: [10.0.0.1], set-name: lan}
  eth 1: {}
bonds: {}
`;
  expect(problemsOf(text)).toEqual([
    'network data: version: must be 2: other versions are not played',
    'network data: ethernets.enp1s0.dhcp4: Invalid input: expected boolean, received string',
    'network data: ethernets.enp1s0.addresses.0: must be an address with its prefix, like "10.20.0.11/24"',
    'network data: ethernets.enp1s0: dhcp6 is not a known key',
    'network data: ethernets.eth 1: Invalid key in record',
    'network data: bonds is not a known key',
  ]);
});

test('rejects a name without a match, which would be that of any interface', () => {
  const text = '{"version":2,"ethernets":{"enp1s0":{"set-name":"lan"}}}';
  expect(problemsOf(text)).toEqual([
    'network data: ethernets.enp1s0.set-name: needs match: it would be the name of an interface of any name',
  ]);
});

test('reports broken YAML in one line', () => {
  expect(problemsOf('version: [')).toEqual([
    expect.stringMatching(/^network data is no YAML: [^\n]+$/),
  ]);
});
