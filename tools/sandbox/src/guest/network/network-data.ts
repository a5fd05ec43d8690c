// SPDX-License-Identifier: Apache-2.0
import { parse } from 'yaml';
import { z } from 'zod';

const prefix = z.cidrv4('must be an address with its prefix, like "10.20.0.11/24"');
const name = z.string().regex(/^[^\s/:]{1,15}$/, 'must be the name of an interface');

const overrides = z.strictObject({
  'use-routes': z.boolean().default(true),
  // The guest has no resolver, so this setting makes no difference.
  'use-dns': z.boolean().default(true),
});

const route = z.strictObject({
  to: z.union([z.literal('default'), prefix]),
  via: z.ipv4('must be an address'),
});

const ethernet = z
  .strictObject({
    match: z
      .strictObject({
        macaddress: z
          .string()
          .regex(/^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/i, 'must be a MAC address')
          .toLowerCase(),
      })
      .optional(),
    'set-name': name.optional(),
    dhcp4: z.boolean().default(false),
    'dhcp4-overrides': overrides.prefault({}),
    optional: z.boolean().default(false),
    // The guest has no IPv6, so this setting makes no difference.
    'accept-ra': z.boolean().optional(),
    addresses: z.array(prefix).default([]),
    mtu: z.int().min(68).max(65_535).optional(),
    routes: z.array(route).default([]),
  })
  .refine(({ match, 'set-name': wanted }) => wanted === undefined || match !== undefined, {
    path: ['set-name'],
    message: 'needs match: it would be the name of an interface of any name',
  });

const networkData = z.strictObject({
  version: z.literal(2, 'must be 2: other versions are not played'),
  ethernets: z.record(name, ethernet),
});

/** Network data of a machine, with cloud-init's defaults filled in. */
export type NetworkData = z.output<typeof networkData>;
export type Ethernet = NetworkData['ethernets'][string];

/** Network data that a real cloud-init would ignore, entirely or in part. */
export class NetworkDataError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}

/**
 * Parses version 2 of the network configuration strictly, as far as it is played, whereas
 * cloud-init itself passes unknown keys on.
 *
 * @throws NetworkDataError with one line for each problem.
 * @see https://cloudinit.readthedocs.io/en/latest/reference/network-config-format-v2.html
 */
export function parseNetworkData(text: string): NetworkData {
  let document: unknown;
  try {
    document = parse(text);
  } catch (error) {
    throw new NetworkDataError([
      `network data is no YAML: ${(error as Error).message.split('\n')[0]}`,
    ]);
  }
  const read = networkData.safeParse(document);
  if (read.success) return read.data;
  throw new NetworkDataError(
    read.error.issues.flatMap((issue) => {
      const path = ['network data', issue.path.join('.')].filter(Boolean).join(': ');
      if (issue.code !== 'unrecognized_keys') return [`${path}: ${issue.message}`];
      return issue.keys.map((key) => `${path}: ${key} is not a known key`);
    }),
  );
}
