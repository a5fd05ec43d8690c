// SPDX-License-Identifier: Apache-2.0
import { field, listOf, text, trueOrFalse } from '@strata/contracts/fields';
import { z } from 'zod';

const dnsName = field(
  z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/),
  'a DNS name, such as registry.k8s.io',
);

/**
 * Requirements that hosts must meet in addition to the fixed ones, `infra:preflight`.
 *
 * @example
 * preflight:
 *   resolves:
 *     - registry.example.org
 */
export const preflight = field(
  z.strictObject({
    /**
     * A text of letters, digits and `.`, `:`, `+`, `-`, `_`: changing it asks every host again, as at
     * later runs: without what only a host that joins must have, such as free ports.
     *
     * @default hosts are checked once, and again when the checks change
     */
    recheck: field(
      z.string().regex(/^[\w.:+-]{1,64}$/),
      'at most 64 letters, digits, ".", ":", "+", "-" or "_"',
    ).optional(),
    /**
     * Names that every host must be able to resolve, such as a registry mirror's.
     * @default ['registry.k8s.io']
     */
    resolves: listOf(dnsName, 'a list of DNS names').default(['registry.k8s.io']),
    /**
     * Whether PCI devices are passed through to VMs, so that the IOMMU must be on.
     * @default false
     */
    iommu: trueOrFalse().default(false),
    /** Number of virtual functions that the network cards of each host must have. @default 0 */
    sriovFunctions: field(z.int().min(0), 'a whole number of 0 or more').default(0),
    /** Free disk space for VMs and images, below /var/lib, in decimal GB. @default 30 */
    diskGB: field(z.int().min(30), 'a whole number of 30 or more').default(30),
    /**
     * Titles of requirements that are known not to be met, each with a reason. For trials; the
     * reason documents that the gap was known.
     *
     * @default {}
     */
    waived: field(
      z.record(z.string(), text('the reason')),
      'a mapping from a requirement to the reason why it is waived',
    ).default({}),
  }),
  'a mapping',
).prefault({});

/** Requirements that hosts must meet in addition to the fixed ones. */
export type PreflightConfig = z.output<typeof preflight>;
