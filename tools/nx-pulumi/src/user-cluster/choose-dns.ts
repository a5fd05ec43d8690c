// SPDX-License-Identifier: Apache-2.0
import { stackFile } from '@strata/contracts';

/** Inputs for choosing DNS servers. */
export interface DnsQuestion {
  readonly environment: string;
  /** `--dns`: addresses with commas between them. */
  readonly asked: string | undefined;
  /** Whether a profile of the cluster names them. */
  readonly isInProfile: boolean;
  /** The configuration of the environment's platform, as its file has it. */
  readonly platform: Readonly<Record<string, unknown>>;
}

function named(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (outer, key) => (outer as Readonly<Record<string, unknown>> | undefined)?.[key],
    value,
  );
}

/**
 * The DNS servers that a cluster's file must name.
 *
 * @returns undefined when the platform names them for all clusters, or a profile.
 * @throws Error when nobody names any.
 */
export function chooseDns({
  asked,
  environment,
  isInProfile,
  platform,
}: DnsQuestion): string[] | undefined {
  if (asked !== undefined) return asked.split(',').map((server) => server.trim());
  if (isInProfile) return undefined;
  if (named(platform, ['userClusterDefaults', 'network', 'dns', 'servers']) !== undefined) {
    return undefined;
  }
  const file = stackFile({ project: 'kubevirt-stack', stack: environment });
  throw new Error(
    `Nobody says which DNS servers machines ask: put network.dns.servers into kubevirt-stack:userClusterDefaults of ${file}, for all clusters, or name them for this one with --dns 10.0.0.53.`,
  );
}
