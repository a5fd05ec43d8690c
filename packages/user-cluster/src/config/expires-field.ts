// SPDX-License-Identifier: Apache-2.0
import { field } from '@strata/contracts/fields';
import { z } from 'zod';

/**
 * Time that Pulumi appends to a day without quotes, because it reads the day as a YAML timestamp.
 */
const midnight = / 00:00:00 \+0000 UTC$/;

/** Whether the calendar has such a day. */
const isDay = (day: string) => z.iso.date().safeParse(day).success;

/**
 * Day from whose beginning, in UTC, nobody needs the cluster any more. From 14 days before it on, the
 * preview, the fleet page and an alert say so. Nothing is deleted by itself.
 *
 * @example
 * expires: 2027-01-31
 *
 * @default none
 * @see docs/decisions/0042-expired-clusters-are-deleted-by-people.md
 */
export const expires = field(
  z
    .string()
    .overwrite((text) => text.replace(midnight, ''))
    .regex(/^\d{4}-\d{2}-\d{2}$/, { abort: true })
    .refine(isDay),
  'a day like "2027-01-31"',
).optional();
