// SPDX-License-Identifier: Apache-2.0

/** The address plan of an environment, for unit tests. */
export const examplePlan = {
  pods: { ranges: ['10.128.0.0/10'], prefix: 16 },
  services: { ranges: ['10.112.0.0/12'], prefix: 20 },
  endpoints: { ranges: ['192.0.2.10-192.0.2.99'] },
  vlans: { bridge: 'br1', first: 200, last: 299 },
  tunnelPorts: { first: 8473, last: 8999 },
  mtu: 1500,
};
