// SPDX-License-Identifier: Apache-2.0
import { suggestion } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import { allMachines } from './all-machines.ts';
import type { MachineGroup } from './all-machines.ts';
import { interfaceName, podInterface } from './render-network.ts';

interface Network {
  readonly name: string;
  readonly type: 'vlan' | 'bridge' | 'sriov';
}

function networksOf({ config, platform }: CheckContext): Network[] {
  const own = config.network?.vlans ?? [];
  return [...platform.networks, ...own.map(({ name }) => ({ name, type: 'vlan' as const }))];
}

/** Returns the problems of the interfaces of one group of VMs. */
export function checkInterfaces(group: MachineGroup, context: CheckContext): Problem[] {
  const { path, title, machine, replicas } = group;
  const networks = networksOf(context);
  const names = new Set<string>([podInterface]);
  return machine.interfaces.flatMap((one, index) => {
    const at = (key: string, message: string) => ({
      path: [...path, 'interfaces', index, key],
      message,
    });
    const name = interfaceName(one);
    const isRepeated = names.has(name);
    names.add(name);
    const network = networks.find((known) => known.name === one.network);
    const isCard = network?.type === 'sriov';
    return [
      ...(network === undefined
        ? [
            at(
              'network',
              `${title} asks for the network "${one.network}", which neither the platform nor network.vlans has; ` +
                suggestion(
                  one.network,
                  networks.map((known) => known.name),
                ),
            ),
          ]
        : []),
      ...(isRepeated
        ? [at('name', `the machine has an interface "${name}" already; choose another name`)]
        : []),
      ...(one.mac !== undefined && replicas > 1
        ? [at('mac', `all ${replicas} machines of ${title} would have this address; remove it`)]
        : []),
      ...(isCard && one.mac === undefined && one.addresses === 'dhcp'
        ? [
            at(
              'addresses',
              `"dhcp" does not reach it: the network "${one.network}" passes a card through, and nobody knows its name ` +
                'in the guest before it is there; set its mac, which a group of one machine can have, or ' +
                'addresses: none, and configure it in the guest',
            ),
          ]
        : []),
      ...(one.model !== undefined && isCard
        ? [
            at(
              'model',
              `the network "${one.network}" passes a card through, which needs no model; remove it`,
            ),
          ]
        : []),
    ];
  });
}

/** Reports a MAC address that two groups of VMs have. */
export function repeatedMacs({ config }: CheckContext): Problem[] {
  const owners = new Map<string, string>();
  return allMachines(config).flatMap(({ path, title, machine }) =>
    machine.interfaces.flatMap(({ mac }, index) => {
      if (mac === undefined) return [];
      const owner = owners.get(mac.toLowerCase());
      owners.set(mac.toLowerCase(), owner ?? title);
      return owner === undefined
        ? []
        : [
            {
              path: [...path, 'interfaces', index, 'mac'],
              message: `${owner} has the address ${mac} already; every interface needs its own`,
            },
          ];
    }),
  );
}
