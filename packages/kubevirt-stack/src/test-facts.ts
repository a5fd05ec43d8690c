// SPDX-License-Identifier: Apache-2.0

/** Facts of an infra cluster without hosts and storage. */
export const emptyFacts = {
  kubernetes: '1.35.4',
  hosts: [],
  storageClasses: [],
  network: {
    podCidrs: [],
    serviceCidrs: [],
    dnsServers: [],
    api: { addresses: [], ports: [] },
  },
};
