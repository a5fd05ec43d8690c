// SPDX-License-Identifier: Apache-2.0
import { parseRange } from '@strata/contracts';
import { infraPath, readEnvironment } from './environment-files.ts';
import type { EnvironmentFiles, PlannedEnvironment } from './environment-files.ts';
import type { Place } from './plan-problem.ts';

/** An address of a host, or of the API in front of the control planes. */
export interface HostAddress extends Place {
  readonly address: string;
  /** Completes "overlaps 10.0.0.11, ...". */
  readonly what: string;
}

/**
 * Returns the addresses of the hosts that KubeOne makes a cluster of, and of this cluster's API. An
 * API that has a name instead of an address is left out.
 */
export function hostAddresses({ infra, infraFile, name }: PlannedEnvironment): HostAddress[] {
  const at = (address: string, path: readonly PropertyKey[], what: string) => ({
    file: infraFile,
    path: infraPath(...path),
    address,
    what,
  });
  const hosts = (infra?.hosts ?? []).flatMap((host, index) =>
    (['publicAddress', 'privateAddress'] as const).flatMap((key) => {
      const address = host[key];
      const isRepeated = key === 'privateAddress' && address === host.publicAddress;
      return address === undefined || isRepeated
        ? []
        : [at(address, ['hosts', index, key], `the host "${host.name}" of "${name}"`)];
    }),
  );
  const api = infra?.kubeone?.apiEndpoint.host ?? '';
  return parseRange(api) === undefined
    ? hosts
    : [
        ...hosts,
        at(api, ['kubeone', 'apiEndpoint', 'host'], `the API of the infra cluster of "${name}"`),
      ];
}

/** Returns the {@link hostAddresses} that the files of an environment name, as text. */
export function namedHosts(files: EnvironmentFiles): string[] {
  return hostAddresses(readEnvironment(files).environment).map(({ address }) => address);
}
