// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, text, wholeNumber } from '../field.ts';

const percent = field(z.int().min(1).max(99), 'a whole number between 1 and 99');

const fields = z.strictObject({
  /** What the address of a runbook begins with: a folder of this repository, or where it is published. */
  runbooks: text('an address or a path').default('docs/runbooks/alerts'),
  /** Minutes that a VM may be in an error before somebody is paged. */
  machineErrorMinutes: wholeNumber(1).default(10),
  /** Minutes that a VM may take to start; its disk is cloned in that time. */
  machineStartMinutes: wholeNumber(1).default(30),
  /** Minutes that a live migration may take. */
  migrationMinutes: wholeNumber(1).default(60),
  /** Minutes that a host may be away; a reboot takes some. */
  hostAwayMinutes: wholeNumber(1).default(10),
  /** Of a host's memory in use. */
  hostMemoryPercent: percent.default(92),
  /** Of a host's file system in use. */
  hostDiskPercent: percent.default(85),
  /** Hours that a golden image may be behind its source. */
  goldenImageHours: wholeNumber(1).default(6),
  /** Of the addresses of a pool in use. */
  addressPoolPercent: percent.default(85),
  /** Days that the API server's and kubelets' certificates must have left. */
  certificateDays: wholeNumber(1).default(7),
  /** Hours that the operators' certificates must have left; they live a day and are renewed with half of it left. */
  operatorCertificateHours: wholeNumber(1).default(4),
  /** Of a volume of the platform's own in use. */
  volumePercent: percent.default(85),
});

/** When somebody is paged, `kubevirt-stack:monitoring.alerts`. */
export const alerts = field(fields, 'a mapping of thresholds').default(() => fields.parse({}));

/** When somebody is paged. */
export type AlertThresholds = z.output<typeof alerts>;
