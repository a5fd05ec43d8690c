// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';

/** The public client of kubectl at the issuer. */
export const client = 'kubernetes';

/** Where the issuer sends browsers back to: docs/user-clusters.md asks for these. */
export const redirects: readonly string[] = ['http://localhost:8000', 'http://localhost:18000'];

/** Files of an issuer in its folder. */
export const issuerFiles = (folder: string) =>
  ({
    url: join(folder, 'url'),
    authority: join(folder, 'ca.crt'),
    certificate: join(folder, 'server.crt'),
    key: join(folder, 'server.key'),
    signingKey: join(folder, 'signing.key'),
    /** Records of audit logs that were sent to it, a line in JSON each. */
    records: join(folder, 'records'),
  }) as const;
