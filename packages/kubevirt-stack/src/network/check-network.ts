// SPDX-License-Identifier: Apache-2.0
import type { NetworkConfig } from '@strata/contracts';
import type { Check, CheckContext, CheckedConfig } from '../checks/check-context.ts';
import { checkAddressPools } from './check-address-pools.ts';
import { checkMachineNetworks, checkMigrationNetwork } from './check-machine-networks.ts';

type Config = CheckedConfig & { readonly networks?: readonly NetworkConfig[] };

/** The addresses' and networks' part of the configuration. */
export const checkNetwork = ((config: Config, { cluster }: CheckContext) => {
  const { metallb, networks, kubevirt } = config;
  const { migrations } = (kubevirt ?? {}) as { migrations?: { network?: string | undefined } };
  return [
    ...(metallb === undefined ? [] : checkAddressPools(metallb, cluster)),
    ...(networks === undefined
      ? []
      : [
          ...checkMachineNetworks(networks),
          ...checkMigrationNetwork(migrations?.network, networks),
        ]),
  ];
}) satisfies Check;
