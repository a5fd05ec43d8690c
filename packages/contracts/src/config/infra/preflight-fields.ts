// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, text } from '../field.ts';

const dnsName = field(
  z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/),
  'a DNS name, such as registry.k8s.io',
);

/** What hosts must have besides what every host must, `infra:preflight`. */
export const preflight = field(
  z.strictObject({
    /**
     * Any text: another one asks every host again, as a check for drift. The number of a CI run does.
     *
     * @default hosts are asked once, and again when what is asked changes
     */
    recheck: field(
      z.string().regex(/^[\w.:+-]{1,64}$/),
      'at most 64 letters, digits, ".", ":", "+", "-" or "_"',
    ).optional(),
    /** Names that every host must be able to resolve; a registry's mirror, say. @default ['registry.k8s.io'] */
    resolves: listOf(dnsName, 'a list of DNS names').default(['registry.k8s.io']),
    /** PCI devices are passed to machines, so the IOMMU must be on. @default false */
    iommu: field(z.boolean(), 'true or false').default(false),
    /** Virtual functions that the network cards of each host must have. @default 0 */
    sriovFunctions: field(z.int().min(0), 'a whole number of 0 or more').default(0),
    /** Free disk space where machines and images are, below /var/lib; decimal GB. @default 30 */
    diskGB: field(z.int().min(30), 'a whole number of 30 or more').default(30),
    /**
     * Titles of requirements that are known not to be met, each with the reason. For a trial;
     * a reason makes nobody responsible later say that he did not know.
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

/** What hosts must have besides what every host must. */
export type PreflightConfig = z.output<typeof preflight>;
