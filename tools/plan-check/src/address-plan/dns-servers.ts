// SPDX-License-Identifier: Apache-2.0
import { contains, dnsInPools, formatPath, parseRange } from '@strata/contracts';
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

/** Returns the addresses that user clusters have, and those of the plan's endpoints, which any of them may get. */
function givenAddresses({ clusters, plan, planFile }: PlannedEnvironment): GivenAddresses[] {
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
  ];
}

/** Reports pools of an environment of which any Service could get the address of one of these servers. */
function poolProblems(
  { platform, platformFile }: PlannedEnvironment,
  servers: readonly DnsServer[],
): PlanProblem[] {
  const pools = platform?.metallb?.pools ?? [];
  return servers.flatMap(({ address, file, path }) =>
    dnsInPools(pools, [address]).map(({ message, pool, range }) => ({
      file: platformFile,
      path: platformPath('metallb', 'pools', pool, 'addresses', range),
      message,
      other: { file, path },
    })),
  );
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
  const given = site.flatMap(givenAddresses).flatMap(({ text, ...place }) => {
    const own = parseRange(text);
    if (own === undefined) return [];
    return firsts
      .filter(({ range }) => contains(own, range))
      .map(({ address, file, path }) => ({
        ...place,
        message:
          text === address
            ? `${address} is a DNS server that machines ask; take another address`
            : `${text} contains ${address}, a DNS server that machines ask; leave it out`,
        other: { file, path },
      }));
  });
  return [...given, ...site.flatMap((one) => poolProblems(one, firsts))];
}
