// SPDX-License-Identifier: Apache-2.0
import { certificateLifecycle, systemClock } from '@strata/strata-provider/key-lifecycles';
import type { KeyPair } from '../../bootstrap/index.ts';
import { silentWork } from '../../restored/silent-work.ts';

const work = silentWork('client');

/** Returns a client's certificate of a day that an authority has signed, and its key. */
export function issueClient(by: KeyPair, commonName: string): Promise<KeyPair> {
  return certificateLifecycle.create(
    {
      authorityCertificatePem: by.certificatePem,
      authorityKeyPem: by.privateKeyPem,
      commonName,
      organizations: [],
      dnsNames: [],
      addresses: [],
      usages: ['client'],
      lifetimeDays: 1,
      renewBeforeDays: 0,
      validFrom: systemClock.now().toISOString(),
    },
    work,
  );
}
