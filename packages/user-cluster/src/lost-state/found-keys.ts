// SPDX-License-Identifier: Apache-2.0
import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { apiServerFiles, keyFiles } from '../bootstrap/control-plane-files.ts';
import { fingerprintOf } from '../keys/key-fingerprint.ts';

/** A key that a control-plane VM has, with its secret part. */
export type FoundKey = {
  /** As VMs record it; see `strata.dev/key-fingerprints`. */
  readonly fingerprint: string;
} & (
  | { readonly kind: 'authority'; readonly certificatePem: string; readonly privateKeyPem: string }
  | { readonly kind: 'signing'; readonly publicKeyPem: string; readonly privateKeyPem: string }
  | { readonly kind: 'random'; readonly base64: string }
);

/** Keys of a control-plane VM. */
export interface FoundKeys {
  readonly keys: readonly FoundKey[];
  /** Keys of which the VM has the public half alone. */
  readonly publicOnly: readonly PublicHalf[];
}

/** Public half of a key: of an authority its certificate, of a key of tokens the key that verifies. */
export type PublicHalf = { readonly fingerprint: string } & (
  | { readonly certificatePem: string }
  | { readonly publicKeyPem: string }
);

type Files = ReadonlyMap<string, string>;

const spki = (key: ReturnType<typeof createPublicKey>) =>
  key.export({ type: 'spki', format: 'der' });

/** Returns the public key of a private one; undefined for a text that is none. */
function publicKeyOf(privateKeyPem: string) {
  try {
    return createPublicKey(createPrivateKey(privateKeyPem));
  } catch {
    return undefined;
  }
}

function certificatesIn(text: string): readonly string[] {
  return text.match(/-----BEGIN CERTIFICATE-----[^]+?-----END CERTIFICATE-----\n?/g) ?? [];
}

function readCertificate(pem: string): X509Certificate | undefined {
  try {
    return new X509Certificate(pem);
  } catch {
    return undefined;
  }
}

/** Reads authorities. Their file has several certificates while an authority is rotated. */
function authorities(files: Files): FoundKeys {
  const keys: FoundKey[] = [];
  const publicOnly: PublicHalf[] = [];
  for (const { certificate: file, key } of keyFiles.authorities) {
    const privateKeyPem = files.get(key) ?? '';
    const own = publicKeyOf(privateKeyPem);
    for (const certificatePem of certificatesIn(files.get(file) ?? '')) {
      const publicKey = readCertificate(certificatePem)?.publicKey;
      if (publicKey === undefined) continue;
      const fingerprint = `sha256:${createHash('sha256').update(spki(publicKey)).digest('hex')}`;
      if (own?.equals(publicKey) === true) {
        keys.push({ kind: 'authority', fingerprint, certificatePem, privateKeyPem });
      } else publicOnly.push({ fingerprint, certificatePem });
    }
  }
  return { keys, publicOnly };
}

/** Reads the keys of tokens. Their file has several public ones while the key is rotated. */
function tokenKeys(files: Files): FoundKeys {
  const privateKeyPem = files.get(keyFiles.tokens.key) ?? '';
  const own = publicKeyOf(privateKeyPem)?.export({ type: 'spki', format: 'pem' }).toString();
  const all = files.get(keyFiles.tokens.publicKeys) ?? '';
  const texts = all.match(/-----BEGIN PUBLIC KEY-----[^]+?-----END PUBLIC KEY-----\n/g) ?? [];
  const isOwn = (publicKeyPem: string) => publicKeyPem === own;
  return {
    keys: texts.filter(isOwn).map((publicKeyPem) => ({
      kind: 'signing',
      fingerprint: fingerprintOf(publicKeyPem),
      publicKeyPem,
      privateKeyPem,
    })),
    publicOnly: texts
      .filter((text) => !isOwn(text))
      .map((publicKeyPem) => ({ fingerprint: fingerprintOf(publicKeyPem), publicKeyPem })),
  };
}

const encryption = z.object({
  resources: z.array(
    z.object({
      providers: z.array(
        z.object({
          secretbox: z.object({ keys: z.array(z.object({ secret: z.string() })) }).optional(),
        }),
      ),
    }),
  ),
});

function encryptionKeys(files: Files): readonly FoundKey[] {
  let value: unknown;
  try {
    value = JSON.parse(files.get(apiServerFiles.encryption) ?? '');
  } catch {
    return [];
  }
  const providers = encryption.safeParse(value).data?.resources[0]?.providers ?? [];
  return providers
    .flatMap(({ secretbox }) => secretbox?.keys ?? [])
    .map(({ secret }) => ({ kind: 'random', fingerprint: fingerprintOf(secret), base64: secret }));
}

/** Returns the keys in the start-up files of a control-plane VM. */
export function foundKeys(files: Files): FoundKeys {
  const own = [authorities(files), tokenKeys(files)];
  return {
    keys: [...own.flatMap(({ keys }) => keys), ...encryptionKeys(files)],
    publicOnly: own.flatMap(({ publicOnly }) => publicOnly),
  };
}
