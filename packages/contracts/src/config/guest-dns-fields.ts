// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { domainName, field, listOf, wholeNumber } from './field.ts';

const address = field(z.union([z.ipv4(), z.ipv6()]), 'an address like "10.0.0.53" without a port');

/**
 * Limits of the list of search domains, the spaces between them counted.
 *
 * @see https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-api/webhooks/validating-webhook/admitters/vmi-create-admitter.go `maxDNSSearchPaths`, `maxDNSSearchListChars`
 */
const mostSearches = { domains: 6, characters: 256 };

/** The DNS configuration of guests. */
export const dnsFields = {
  /**
   * Routable addresses, at most three. Never that of a node-local cache: the cluster's own cache
   * has the same address, and would ask itself.
   */
  servers: listOf(address, 'a list of addresses'),
  /** Search domains for short names. */
  searches: field(
    z
      .array(domainName())
      .max(mostSearches.domains)
      .refine((domains) => domains.join(' ').length <= mostSearches.characters),
    `a list of at most ${mostSearches.domains} domain names, together of at most ${mostSearches.characters} characters`,
  ),
  /** Number of dots from which on a name is looked up as absolute first. */
  ndots: wholeNumber(1),
};
