// SPDX-License-Identifier: Apache-2.0
import type { KubevirtDatacenter } from './datacenter-fields.ts';

/** DNS settings of all user clusters, and messages about options that they do not have. */
export interface TranslatedDns {
  readonly dns: {
    readonly servers?: readonly string[];
    readonly searches?: readonly string[];
    readonly ndots?: number;
  };
  readonly lines: readonly string[];
}

/** The option of resolv.conf that has a counterpart. */
const dots = 'ndots';

/**
 * Returns the DNS settings of a datacenter.
 *
 * @param title - of the datacenter, for messages.
 * @param asked - whether an option names the servers.
 */
export function translateDns(
  title: string,
  { dnsConfig = {} }: KubevirtDatacenter,
  asked: boolean,
): TranslatedDns {
  const { nameservers = [], options = [], searches = [] } = dnsConfig;
  const place = `${title}: spec.kubevirt.dnsConfig`;
  const ndots = Number(options.find(({ name }) => name === dots)?.value);
  const isKept = Number.isInteger(ndots) && ndots > 0;
  const lines = options.flatMap(({ name }, index) =>
    name === dots && isKept
      ? []
      : [
          `${place}.options[${index}] (${name}) is left out: of resolv.conf's options network.dns has ndots, a whole number of 1 or more`,
        ],
  );
  const isTwice = asked && nameservers.length > 0;
  return {
    dns: {
      ...(nameservers.length > 0 && !asked && { servers: nameservers }),
      ...(searches.length > 0 && { searches }),
      ...(isKept && { ndots }),
    },
    lines: [
      ...(isTwice ? [`${place}.nameservers is left out: --dns names the servers`] : []),
      ...lines,
    ],
  };
}
