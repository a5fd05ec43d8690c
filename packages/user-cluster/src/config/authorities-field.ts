// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field } from '@strata/contracts/fields';

const certificates =
  /^\s*(-----BEGIN CERTIFICATE-----\n[A-Za-z0-9+/=\n]+\n-----END CERTIFICATE-----\s*)+$/;

/** Certificates of the authorities of a server, in PEM. */
export function authoritiesField() {
  return field(z.string().regex(certificates), 'certificates in PEM');
}
