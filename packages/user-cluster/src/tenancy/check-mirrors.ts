// SPDX-License-Identifier: Apache-2.0
import { isIPv4 } from 'node:net';
import { isInside } from '@strata/contracts';
import type { Problem } from '@strata/contracts';
import type { CheckContext } from '../checks/check-context.ts';
import { portOf } from '../checks/check-server.ts';
import { placesOf } from './outside.ts';

/** A server that VMs get images or programs from. */
interface Mirror {
  /** Completes "... is at". */
  readonly what: string;
  readonly host: string;
  readonly port: number;
}

/** Reports servers that VMs are told to use, but that isolation would deny them. */
export function checkMirrors(context: CheckContext): Problem[] {
  const { isolation } = context.config;
  if (isolation === undefined) return [];
  const { addresses, ports } = isolation.registries;
  const reachable = placesOf(addresses, context);
  return mirrorsOf(context).flatMap(({ host, port, what }): Problem[] => {
    const isUnreachable =
      isIPv4(host) &&
      !reachable.some(
        ({ cidr, except = [] }) =>
          isInside(host, cidr) && !except.some((other) => isInside(host, other)),
      );
    return [
      ...(isUnreachable
        ? [
            {
              path: ['isolation', 'registries', 'addresses'],
              message: `${what} is at ${host}, which is not in this list; add "${host}/32"`,
            },
          ]
        : []),
      ...(ports.includes(port)
        ? []
        : [
            {
              path: ['isolation', 'registries', 'ports'],
              message: `${what} is at port ${port}, which is not in this list; add it`,
            },
          ]),
    ];
  });
}

function mirrorsOf({ config, platform }: Pick<CheckContext, 'config' | 'platform'>): Mirror[] {
  const { registryMirror } = platform;
  const { binaries, registries = [] } = config.kubernetes ?? {};
  return [
    ...mirrorAt("the platform's registry mirror", registryMirror && `https://${registryMirror}`),
    ...mirrorAt('the mirror of kubernetes.binaries', binaries?.mirror),
    ...registries.flatMap(({ endpoint, registry }) =>
      mirrorAt(`the mirror of ${registry}`, endpoint),
    ),
  ];
}

function mirrorAt(what: string, address: string | undefined): Mirror[] {
  if (address === undefined) return [];
  return [{ what, host: new URL(address).hostname, port: portOf(address) }];
}
