// SPDX-License-Identifier: Apache-2.0
import type { InfraFacts } from '../checks/check-context.ts';

/** Returns the addresses of hosts and of the API of the infra cluster, each with its owner. */
export function infraAddresses({
  apiEndpoint,
  hosts,
}: InfraFacts): [address: string, owner: string][] {
  const api = new URL(apiEndpoint).hostname.replaceAll(/[[\]]/g, '');
  return [
    ...hosts.flatMap(({ addresses = [], name }) =>
      addresses.map((address): [string, string] => [address, `the host "${name}"`]),
    ),
    [api, 'the API of the infra cluster'],
  ];
}
