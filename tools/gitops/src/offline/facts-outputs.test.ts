// SPDX-License-Identifier: Apache-2.0
import { factsOutputs } from './facts-outputs.ts';

const outputsWith = (...addresses: readonly string[]) =>
  factsOutputs(
    'lab',
    {
      kubernetes: '1.35.4',
      hosts: [],
      storageClasses: [],
      network: {
        podCidrs: [],
        serviceCidrs: [],
        dnsServers: [],
        api: { addresses: [...addresses], ports: [6443] },
      },
    },
    { kubeconfig: 'kubeconfig', promised: { dnsCache: { mode: 'none' }, hostSettings: {} } },
  ).values;

test.each([
  ['10.0.0.1', 'https://10.0.0.1:6443'],
  ['fd00::1', 'https://[fd00::1]:6443'],
])('the API at %s has the URL %s, which programs parse', (address, apiEndpoint) => {
  expect(outputsWith(address)).toEqual({
    environment: 'lab',
    apiEndpoint,
    hosts: [],
    dnsCache: { mode: 'none' },
  });
  expect(URL.canParse(apiEndpoint)).toBe(true);
});
