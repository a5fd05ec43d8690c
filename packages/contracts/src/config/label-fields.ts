// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from './field.ts';

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/labels/#syntax-and-character-set */
const keyPattern =
  /^([a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*\/)?[A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?$/;
/** Longest prefix of a key, which is a domain. */
const longestPrefix = 253;

const valuePattern = /^([A-Za-z0-9]([A-Za-z0-9._-]{0,61}[A-Za-z0-9])?)?$/;

/** The key of a label, an annotation or a taint. */
export const labelKey = (expected: string) =>
  field(
    z
      .string()
      .regex(keyPattern, { abort: true })
      .refine((key) => key.lastIndexOf('/') <= longestPrefix),
    expected,
  );

/** The value of a label or of a taint; may be empty. */
export const labelValue = () =>
  field(
    z.string().regex(valuePattern),
    'a label value: at most 63 letters, digits, dashes, dots and underscores',
  );

/** Keys of labels and their values. */
export const labels = (expected: string) =>
  field(
    z.record(labelKey('the key of a label, such as "example.org/rack"'), labelValue()),
    expected,
  );
