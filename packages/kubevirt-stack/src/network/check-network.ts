// SPDX-License-Identifier: Apache-2.0
import type { Check, CheckContext, CheckedConfig } from '../checks/check-context.ts';
import type { NetworkConfig } from '../config/index.ts';
import { checkAddressPools } from './check-address-pools.ts';
import { checkDnsInPools } from './check-dns-in-pools.ts';
import { checkMultus } from './check-multus.ts';
import { checkMachineNetworks, checkMigrationNetwork } from './check-machine-networks.ts';

type Config = CheckedConfig & { readonly networks?: readonly NetworkConfig[] };

/** Checks `metallb`, `networks` and the network of migrations. */
export const checkNetwork = ((config: Config, { cluster, infra }: CheckContext) => {
  const { metallb, multus, networks, kubevirt } = config;
  const { migrations } = (kubevirt ?? {}) as { migrations?: { network?: string | undefined } };
  return [
    ...(metallb === undefined ? [] : checkAddressPools(metallb, cluster, infra)),
    ...checkDnsInPools(config),
    ...(multus === undefined ? [] : checkMultus(multus)),
    ...(networks === undefined
      ? []
      : [
          ...checkMachineNetworks(networks, infra?.bridges ?? []),
          ...checkMigrationNetwork(migrations?.network, networks),
        ]),
  ];
}) satisfies Check;
