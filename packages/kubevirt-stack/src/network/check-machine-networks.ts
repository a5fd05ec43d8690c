// SPDX-License-Identifier: Apache-2.0
import { suggestion, uncarriedVlan } from '@strata/contracts';
import type { InfraOutputs, Problem } from '@strata/contracts';
import { repeatedNames } from '../checks/repeated-names.ts';
import type { NetworkConfig } from '../config/index.ts';
import { keysOfType } from './network-template.ts';
import type { TypedKey } from './network-template.ts';

/**
 * Limits of the MTU, in bytes: IPv6 needs at least 1280, and few switches forward more than 9216.
 */
const mtuLimits = {
  least: 1280,
  most: 9216,
  source: 'https://www.rfc-editor.org/rfc/rfc8200#section-5',
};

/** A problem of one network: a key of the network, and a message. */
type Finding = readonly [key: keyof NetworkConfig, message: string];

const typedKeys = [
  ...new Set(Object.values(keysOfType).flatMap(({ needs, may }) => [...needs, ...may])),
];

function checkKeys(network: NetworkConfig): Finding[] {
  const { type } = network;
  const { needs, may } = keysOfType[type];
  const has = (key: TypedKey) => network[key] !== undefined;
  return [
    ...needs
      .filter((key) => !has(key))
      .map((key): Finding => [key, `missing; a network of type "${type}" needs it`]),
    ...typedKeys
      .filter((key) => has(key) && !needs.includes(key) && !may.includes(key))
      .map((key): Finding => [key, `a network of type "${type}" has none; remove it`]),
  ];
}

/**
 * sriov-cni replaces the MTU of its configuration by that of the card before it uses it.
 *
 * @see https://github.com/k8snetworkplumbingwg/sriov-cni/blob/v2.9.0/pkg/sriov/sriov.go (ApplyVFConfig)
 */
function checkMtuOfCard({ mtu, type }: NetworkConfig): Finding[] {
  return type === 'sriov' && mtu !== undefined
    ? [
        [
          'mtu',
          'virtual functions have the MTU of their card; remove it, and set mtu of the policy in addons:sriov.policies',
        ],
      ]
    : [];
}

function checkValues({ mtu, vlan, vlanQoS }: NetworkConfig): Finding[] {
  const { least, most } = mtuLimits;
  return [
    ...(mtu !== undefined && (mtu < least || mtu > most)
      ? [['mtu', `${mtu} is not a valid MTU; set ${least} to ${most}`] as const]
      : []),
    ...(vlanQoS !== undefined && vlan === undefined
      ? [['vlanQoS', 'only tagged frames have a priority; add vlan'] as const]
      : []),
  ];
}

/** A card without a VLAN passes every frame of its guest on, with the tag that the guest gives it. */
function checkTagging({ type, vlan, guestTagging = false }: NetworkConfig): Finding[] {
  if (type !== 'sriov') return [];
  if (vlan === undefined) {
    return guestTagging
      ? []
      : [
          [
            'vlan',
            'missing; without it guests reach every VLAN of the switch port; add it, or guestTagging: true where guests may',
          ],
        ];
  }
  return guestTagging
    ? [['guestTagging', 'with vlan the card tags the frames; remove one of the two']]
    : [];
}

function checkUse({ type, use, range }: NetworkConfig): Finding[] {
  if (use !== 'migration') {
    return range === undefined
      ? []
      : [
          [
            'range',
            'guests get their addresses elsewhere; only networks with use: migration have a range; remove it',
          ],
        ];
  }
  if (type === 'sriov') {
    return [['use', 'KubeVirt\'s pods cannot use SR-IOV functions; use "vlan" or "bridge"']];
  }
  return range === undefined
    ? [['range', 'missing; every host needs an address to move machines between']]
    : [];
}

/** Returns the L2 segment of a network; undefined for SR-IOV networks, which may share a card. */
function segmentOf({ type, bridge, vlan }: NetworkConfig): string | undefined {
  if (type === 'sriov' || bridge === undefined) return undefined;
  if (type === 'bridge') return `all that is untagged on bridge "${bridge}"`;
  return vlan === undefined ? undefined : `VLAN ${vlan} of bridge "${bridge}"`;
}

function checkSegments(network: NetworkConfig, all: readonly NetworkConfig[]): Finding[] {
  const segment = segmentOf(network);
  const first = all.findIndex((other) => segmentOf(other) === segment);
  if (segment === undefined || all[first] === network) return [];
  const key = network.type === 'vlan' ? 'vlan' : 'bridge';
  return [[key, `${segment} is networks[${first}] already`]];
}

type Bridges = NonNullable<InfraOutputs['bridges']>;

function checkCarried({ type, bridge, vlan }: NetworkConfig, bridges: Bridges): Finding[] {
  if (type !== 'vlan' || bridge === undefined || vlan === undefined) return [];
  const message = uncarriedVlan(bridges, bridge, vlan);
  return message === undefined ? [] : [['vlan', message]];
}

/** Reports an error if `kubevirt.migrations.network` names no network with `use: migration`. */
export function checkMigrationNetwork(
  network: string | undefined,
  networks: readonly NetworkConfig[],
): Problem[] {
  const known = networks.filter(({ use }) => use === 'migration').map(({ name }) => name);
  if (network === undefined || known.includes(network)) return [];
  return [
    {
      path: ['kubevirt', 'migrations', 'network'],
      message: `networks has no "${network}" with use: migration; ${suggestion(network, known)}`,
    },
  ];
}

/**
 * Checks `networks`.
 *
 * @param bridges - bridges that the infra stack makes on the hosts.
 */
export function checkMachineNetworks(
  networks: readonly NetworkConfig[],
  bridges: Bridges,
): Problem[] {
  return [
    ...repeatedNames('networks', networks),
    ...networks.flatMap((network, index) =>
      [
        ...checkKeys(network),
        ...checkValues(network),
        ...checkMtuOfCard(network),
        ...checkTagging(network),
        ...checkUse(network),
        ...checkSegments(network, networks),
        ...checkCarried(network, bridges),
      ].map(([key, message]) => ({ path: ['networks', index, key], message })),
    ),
  ];
}
