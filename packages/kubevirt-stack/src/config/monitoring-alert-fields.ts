// SPDX-License-Identifier: Apache-2.0
import { field, text, wholeNumber } from '@strata/contracts/fields';
import { z } from 'zod';

const percent = field(z.int().min(1).max(99), 'a whole number between 1 and 99');

const fields = z.strictObject({
  /** Prefix of the runbooks' addresses: a folder of this repository, or a URL. */
  runbooks: text('an address or a path').default('docs/runbooks/alerts'),
  /** Minutes that a VM may be in an error before an alert fires. */
  machineErrorMinutes: wholeNumber(1).default(10),
  /** Minutes that a VM may take to start; its disk is cloned in that time. */
  machineStartMinutes: wholeNumber(1).default(30),
  /** Minutes that a live migration may take. */
  migrationMinutes: wholeNumber(1).default(60),
  /** Minutes that a host may be away; a reboot takes a few. */
  hostAwayMinutes: wholeNumber(1).default(10),
  /** Percent of a host's memory in use. */
  hostMemoryPercent: percent.default(92),
  /** Percent of a host's file system in use. */
  hostDiskPercent: percent.default(85),
  /** Hours that a golden image may be behind its source. */
  goldenImageHours: wholeNumber(1).default(6),
  /** Percent of a pool's addresses in use. */
  addressPoolPercent: percent.default(85),
  /** Days that the certificates of API server and kubelets must have left. */
  certificateDays: wholeNumber(1).default(7),
  /**
   * Hours that the operators' certificates must have left. They live a day; CDI renews its own halfway,
   * KubeVirt when a fifth of it is left.
   */
  operatorCertificateHours: wholeNumber(1).default(4),
  /** Percent in use of a volume of the platform itself. */
  volumePercent: percent.default(85),
});

/**
 * Thresholds of alerts, `kubevirt-stack:monitoring.alerts`.
 *
 * @example
 * alerts:
 *   hostMemoryPercent: 85
 */
export const alerts = field(fields, 'a mapping of thresholds').default(() => fields.parse({}));

/** Thresholds of alerts. */
export type AlertThresholds = z.output<typeof alerts>;
