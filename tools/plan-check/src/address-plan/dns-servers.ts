// SPDX-License-Identifier: Apache-2.0
import { contains, formatPath, isReservedPool, parseRange } from '@strata/contracts';
import type { AddressRange } from '@strata/contracts';
import { clusterPath, platformPath, readEnvironment } from './environment-files.ts';
import type { EnvironmentFiles, PlannedEnvironment } from './environment-files.ts';
import { ownAddresses } from './own-addresses.ts';
import type { Place, PlanProblem } from './plan-problem.ts';

/** A DNS server that machines of user clusters ask. */
interface DnsServer extends Place {
  readonly address: string;
  readonly range: AddressRange;
}

/** Addresses that somebody is going to have. */
interface GivenAddresses extends Place {
  readonly text: string;
}

function serversAt(
  servers: readonly string[] | undefined,
  placeOf: (index: number) => Place,
): DnsServer[] {
  return (servers ?? []).flatMap((address, index) => {
    const range = parseRange(address);
    return range === undefined ? [] : [{ ...placeOf(index), address, range }];
  });
}

/** Returns the DNS servers that the files of an environment name. */
function dnsServers({ clusters, platform, platformFile }: PlannedEnvironment): DnsServer[] {
  const path = ['network', 'dns', 'servers'];
  return [
    ...serversAt(platform?.userClusterDefaults?.network?.dns.servers, (index) => ({
      file: platformFile,
      path: platformPath('userClusterDefaults', ...path, index),
    })),
    ...clusters.flatMap(({ config, file }) =>
      serversAt(config.network?.dns.servers, (index) => ({
        file,
        path: clusterPath(...path, index),
      })),
    ),
  ];
}

/** Returns the DNS servers that the files of an environment name, as text. */
export function namedDnsServers(files: EnvironmentFiles): string[] {
  return dnsServers(readEnvironment(files).environment).map(({ address }) => address);
}

/**
 * Returns the addresses that user clusters have, and those that any of them may get: of the plan's
 * endpoints, and of pools that MetalLB assigns by itself. A DNS server that is a Service has its
 * address in another pool.
 */
function givenAddresses({
  clusters,
  plan,
  planFile,
  platform,
  platformFile,
}: PlannedEnvironment): GivenAddresses[] {
  return [
    ...clusters.flatMap(({ config, file }) =>
      ownAddresses(config).map(({ address, path }) => ({
        file,
        path: clusterPath(...path),
        text: address,
      })),
    ),
    ...(plan?.endpoints.ranges ?? []).map((text, index) => ({
      file: planFile,
      path: formatPath(['endpoints', 'ranges', index]),
      text,
    })),
    ...(platform?.metallb?.pools ?? []).flatMap((pool, number) =>
      isReservedPool(pool)
        ? []
        : pool.addresses.map((text, index) => ({
            file: platformFile,
            path: platformPath('metallb', 'pools', number, 'addresses', index),
            text,
          })),
    ),
  ];
}

/**
 * Reports addresses that are given to user clusters although machines expect a DNS server there, in
 * environments of one site.
 */
export function checkDnsServers(site: readonly PlannedEnvironment[]): PlanProblem[] {
  // Clusters that ask the same server are one problem.
  const servers = Map.groupBy(site.flatMap(dnsServers), ({ range: { family, first } }) =>
    [family, first].join(' '),
  );
  const firsts = [...servers.values()].flatMap(([server]) => server ?? []);
  return site.flatMap(givenAddresses).flatMap(({ text, ...place }) => {
    const given = parseRange(text);
    if (given === undefined) return [];
    return firsts
      .filter(({ range }) => contains(given, range))
      .map(({ address, file, path }) => ({
        ...place,
        message:
          text === address
            ? `${address} is a DNS server that machines ask; take another address`
            : `${text} contains ${address}, a DNS server that machines ask; leave it out`,
        other: { file, path },
      }));
  });
}
