// SPDX-License-Identifier: Apache-2.0
import {
  authorityLifecycle,
  certificateLifecycle,
  systemClock,
} from '@strata/strata-provider/key-lifecycles';
import { generateKeyPairSync } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { silentWork } from './silent-work.ts';

const work = silentWork('certificates');

/** Owner of a certificate, and what it is for. */
interface Leaf {
  readonly commonName: string;
  readonly addresses: readonly string[];
  readonly usages: readonly ('server' | 'client')[];
}

/** Certificates that belong into a folder, by the name of their files without `.crt`. */
export interface CertificateFolder {
  readonly folder: string;
  readonly leaves: Readonly<Record<string, Leaf>>;
}

const ownerOnly = { mode: 0o600 };

/**
 * Writes certificates of a day with their keys, all of one authority that is made for them, and that of
 * the authority as `ca.crt`.
 *
 * @param commonName - of the authority.
 */
export async function writeCertificates(
  folders: readonly CertificateFolder[],
  commonName = 'etcd-ca',
): Promise<void> {
  const validFrom = systemClock.now().toISOString();
  const term = { lifetimeDays: 1, renewBeforeDays: 0, validFrom, organizations: [] };
  const authority = await authorityLifecycle.create({ ...term, commonName, lifetimeDays: 2 }, work);
  const by = {
    authorityCertificatePem: authority.certificatePem,
    authorityKeyPem: authority.privateKeyPem,
    dnsNames: [],
  };
  for (const { folder, leaves } of folders) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'ca.crt'), authority.certificatePem);
    for (const [file, leaf] of Object.entries(leaves)) {
      const made = await certificateLifecycle.create({ ...term, ...by, ...leaf }, work);
      writeFileSync(join(folder, `${file}.crt`), made.certificatePem);
      writeFileSync(join(folder, `${file}.key`), made.privateKeyPem, ownerOnly);
    }
  }
}

/**
 * Writes all certificates and keys that an etcd and an API server on loopback need into a folder:
 * `server` and `client` with `ca.crt`, and `sa.key` with `sa.pub`.
 */
export async function writeClusterCertificates(folder: string): Promise<void> {
  const leaves = {
    server: { commonName: 'cp-0', addresses: ['127.0.0.1'], usages: ['server', 'client'] as const },
    client: { commonName: 'strata-backup', addresses: [], usages: ['client'] as const },
  };
  await writeCertificates([{ folder, leaves }]);
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  writeFileSync(join(folder, 'sa.key'), privateKey, ownerOnly);
  writeFileSync(join(folder, 'sa.pub'), publicKey);
}
