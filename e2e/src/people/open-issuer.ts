// SPDX-License-Identifier: Apache-2.0
import type { RackSession } from '@strata/sandbox';
import { writeCertificates } from '@strata/user-cluster/restored';
import { newSigningKey, TokenSigner } from '@strata/user-cluster/token-signer';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createOutside, outsidePlace, removeOutside } from '../packets/outside-place.ts';
import { startIn, type Listener } from '../packets/pod-network.ts';
import { issuerFiles } from './issuer-files.ts';

const program = join(import.meta.dirname, 'issuer-program.ts');

/** An issuer of people in a network of its own, which the control plane of a cluster may reach. */
export interface Issuer {
  /** Signs tokens with the issuer's key as it is now, also while the issuer is away. */
  readonly signer: TokenSigner;
  /** File with the certificate of its server's authority. */
  readonly authorityFile: string;
  readonly authorityPem: string;
  /** Where it takes audit logs. */
  readonly auditUrl: string;
  /** Returns the records of audit logs that it has got, in JSON. */
  readonly records: () => readonly string[];
  readonly start: () => Promise<void>;
  /** Gives the issuer another key; it publishes that one alone from now on. */
  readonly rotate: () => Promise<void>;
  /** Ends the server: its address stays, and refuses connections. */
  readonly stop: () => Promise<void>;
  /** Ends the server, and removes its network. */
  readonly remove: () => Promise<void>;
}

/**
 * Makes an issuer with a new key and starts it.
 *
 * @param address - which nobody in the sandbox has.
 * @param folder - for its files, which exists.
 */
export async function openIssuer(
  session: RackSession,
  address: string,
  folder: string,
): Promise<Issuer> {
  const place = outsidePlace('issuer', address);
  const files = issuerFiles(folder);
  const url = `https://${address}:8443`;
  const server = { commonName: 'issuer', addresses: [address], usages: ['server'] as const };
  await writeCertificates([{ folder, leaves: { server } }], 'authority of the issuer');
  const makeSigner = () => {
    const key = newSigningKey();
    const pem = key.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(files.signingKey, pem, { mode: 0o600 });
    return new TokenSigner(url, key);
  };
  let signer = makeSigner();
  writeFileSync(files.url, url);
  writeFileSync(files.records, '');
  await createOutside(session, place);
  let running: Listener | undefined;
  const stop = async () => {
    await running?.stop();
    running = undefined;
  };
  const start = async () => {
    running = await startIn(session, place, [program, folder]);
  };
  await start();
  return {
    get signer() {
      return signer;
    },
    authorityFile: files.authority,
    authorityPem: readFileSync(files.authority, 'utf8'),
    auditUrl: `${url}/audit`,
    records: () =>
      readFileSync(files.records, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    start,
    stop,
    rotate: async () => {
      await stop();
      signer = makeSigner();
      await start();
    },
    remove: async () => {
      await stop();
      await removeOutside(session, place);
    },
  };
}
