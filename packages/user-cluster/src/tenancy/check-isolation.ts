// SPDX-License-Identifier: Apache-2.0
import { isInside, reservedRanges } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { checkMirrors } from './check-mirrors.ts';
import { infraRanges } from './outside.ts';
import { policyNames } from './render-isolation.ts';

/** Returns the problems of the traffic that a cluster's configuration allows beyond itself. */
export const checkIsolation: Check = (context) => [
  ...checkNames(context),
  ...checkExceptions(context),
  ...checkRegistries(context),
  ...checkMirrors(context),
];

function checkNames({ config }: CheckContext): Problem[] {
  const names = (config.isolation?.customNetworkPolicies ?? []).map(({ name }) => name);
  return names.flatMap((name, index): Problem[] => {
    const path = ['isolation', 'customNetworkPolicies', index, 'name'];
    if ((policyNames as readonly string[]).includes(name)) {
      return [{ path, message: `"${name}" is the name of a policy of Strata's own; take another` }];
    }
    if (names.indexOf(name) === index) return [];
    return [{ path, message: `"${name}" is the name of an earlier policy; take another` }];
  });
}

/** Reports an exception that is not a proper part of its range, which Kubernetes refuses. */
function checkExceptions({ config }: CheckContext): Problem[] {
  return (config.isolation?.customNetworkPolicies ?? []).flatMap(({ spec }, index) => {
    const path = ['isolation', 'customNetworkPolicies', index, 'spec'];
    return [
      ...peersOf(
        'ingress',
        'from',
        spec.ingress?.map(({ from }) => from),
      ),
      ...peersOf(
        'egress',
        'to',
        spec.egress?.map(({ to }) => to),
      ),
    ].flatMap(({ at, block: { cidr, except = [] } }) =>
      except.flatMap((part, position) =>
        isInside(part, cidr) && part !== cidr
          ? []
          : [
              {
                path: [...path, ...at, 'ipBlock', 'except', position],
                message: `${part} is not a part of ${cidr}; remove it`,
              },
            ],
      ),
    );
  });
}

interface Block {
  readonly cidr: string;
  readonly except?: readonly string[] | undefined;
}

/** Returns the ranges that rules of one direction name, and where each stands. */
function peersOf(
  direction: string,
  side: string,
  rules: readonly (readonly { readonly ipBlock?: Block | undefined }[] | undefined)[] = [],
) {
  return rules.flatMap((peers = [], rule) =>
    peers.flatMap(({ ipBlock }, peer) =>
      ipBlock === undefined ? [] : [{ at: [direction, rule, side, peer], block: ipBlock }],
    ),
  );
}

/**
 * Reports ranges of registries that can only be a mistake. A wider range that contains one of them is
 * allowed, without it.
 */
function checkRegistries({ config, platform }: CheckContext): Problem[] {
  const unusable = [
    ...reservedRanges.filter(({ usable }) => !usable),
    ...infraRanges(platform).map((cidr) => ({
      cidr,
      what: 'the pods and Services of the infra cluster; allow a registry there by its labels, with customNetworkPolicies',
    })),
  ];
  return (config.isolation?.registries.addresses ?? []).flatMap((address, index) =>
    unusable
      .filter(({ cidr }) => isInside(address, cidr))
      .map(({ what }) => ({
        path: ['isolation', 'registries', 'addresses', index],
        message: `${address} is in ${what}`,
      })),
  );
}
