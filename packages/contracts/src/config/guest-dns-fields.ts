// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, text, wholeNumber } from './field.ts';

const address = field(z.union([z.ipv4(), z.ipv6()]), 'an address like "10.0.0.53" without a port');

/** The DNS configuration of guests. */
export const dnsFields = {
  /**
   * Routable addresses, at most three. Never that of a node-local cache: the cluster's own cache
   * has the same address, and would ask itself.
   */
  servers: listOf(address, 'a list of addresses'),
  /** Search domains for short names. */
  searches: listOf(text('a domain name'), 'a list of domain names'),
  /** Number of dots from which on a name is looked up as absolute first. */
  ndots: wholeNumber(1),
};
