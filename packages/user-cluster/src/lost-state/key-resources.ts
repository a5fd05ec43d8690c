// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { certificateFacts } from '@strata/strata-provider/certificate-facts';
import { resourceTypes } from '@strata/strata-provider/resource-types';
import type { TokenFacts } from '../keys/bootstrap-token.ts';
import { keyTerms, kubeconfigTerm } from '../keys/key-terms.ts';
import type { NamedKey } from './match-keys.ts';

/** Components of the program that have keys, from the outermost one: type, and name after the cluster's. */
const components = {
  keys: [
    ['strata:user-cluster:UserCluster', ''],
    ['strata:user-cluster:ClusterKeys', '-keys'],
  ],
  access: [['strata:user-cluster:UserCluster', '']],
  backup: [
    ['strata:user-cluster:UserCluster', ''],
    ['strata:user-cluster:Services', '-services'],
    ['strata:user-cluster:Backup', '-services-backup'],
  ],
} as const satisfies Readonly<Record<string, readonly (readonly [type: string, suffix: string])[]>>;

/** A resource of the provider `strata` as the state has it, with its secrets in plain. */
export interface KeyResource {
  readonly type: string;
  readonly name: string;
  /** Type and name of each component around it, from the outermost one. */
  readonly parents: readonly { readonly type: string; readonly name: string }[];
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly outputs: Readonly<Record<string, unknown>>;
  /** Names of inputs and outputs that are secrets. */
  readonly secrets: readonly string[];
}

/** A client's certificate with its key. */
export interface ClientCertificate {
  readonly certificatePem: string;
  readonly privateKeyPem: string;
}

/** Keys of a cluster that its infra cluster has. */
export interface KeptKeys {
  /** Of the control plane. */
  readonly keys: readonly NamedKey[];
  /** Undefined where no VM of a pool has one that the cluster still accepts. */
  readonly token?: TokenFacts;
  /** By the name of the resource after the cluster's, such as `keys-cloud-certificate`. */
  readonly certificates: Readonly<Record<string, ClientCertificate>>;
  /** Password of backups, as Strata has made it. */
  readonly backupPassword?: string;
  /** Of the bastion, in PEM. */
  readonly hostKey?: { readonly privateKeyPem: string; readonly publicKeyPem: string };
}

/** Returns a resource by the place of its component. */
function resourceIn(
  place: keyof typeof components,
  cluster: string,
  resource: Omit<KeyResource, 'parents'>,
): KeyResource {
  const parents = components[place].map(([type, suffix]) => ({ type, name: cluster + suffix }));
  return { ...resource, parents };
}

function ofKey(cluster: string, { key, name }: NamedKey): KeyResource {
  const own = { name: `${cluster}-keys-${name}` };
  switch (key.kind) {
    case 'authority': {
      const { certificatePem, fingerprint: publicKeyPin, privateKeyPem } = key;
      const { renewBeforeDays } = keyTerms.authority;
      const notAfter = new X509Certificate(certificatePem).validToDate.toISOString();
      return resourceIn('keys', cluster, {
        ...own,
        type: resourceTypes.authority,
        inputs: {
          ...certificateFacts(certificatePem),
          renewBeforeDays,
          // A VM has the key of the one that signs, and of no other.
          ...(privateKeyPem === '' && { spare: true }),
        },
        outputs: { certificatePem, privateKeyPem, publicKeyPin, notAfter },
        secrets: ['privateKeyPem'],
      });
    }
    case 'signing': {
      const { privateKeyPem, publicKeyPem } = key;
      return resourceIn('keys', cluster, {
        ...own,
        type: resourceTypes.signingKey,
        inputs: {},
        outputs: { privateKeyPem, publicKeyPem },
        secrets: ['privateKeyPem'],
      });
    }
    case 'random': {
      return resourceIn('keys', cluster, { ...own, ...randomKey(key.base64) });
    }
  }
}

function randomKey(base64: string): Omit<KeyResource, 'parents' | 'name'> {
  const bytes = Buffer.from(base64, 'base64').length;
  const { randomKey: type } = resourceTypes;
  return { type, inputs: { bytes }, outputs: { base64 }, secrets: ['base64'] };
}

/** Returns the authority that has signed a certificate, of any generation. */
function signerOf(certificatePem: string, keys: readonly NamedKey[]) {
  const certificate = new X509Certificate(certificatePem);
  return keys
    .flatMap(({ key }) => (key.kind === 'authority' && key.privateKeyPem !== '' ? [key] : []))
    .find((one) => certificate.verify(new X509Certificate(one.certificatePem).publicKey));
}

function ofCertificate(
  cluster: string,
  name: string,
  { certificatePem, privateKeyPem }: ClientCertificate,
  keys: readonly NamedKey[],
): KeyResource[] {
  const signer = signerOf(certificatePem, keys);
  // The update issues another one in the place of a certificate of nobody.
  if (signer === undefined) return [];
  const facts = certificateFacts(certificatePem);
  const place = name.startsWith('keys-') ? 'keys' : 'backup';
  return [
    resourceIn(place, cluster, {
      name: `${cluster}-${name}`,
      type: resourceTypes.certificate,
      inputs: {
        ...facts,
        authorityCertificatePem: signer.certificatePem,
        authorityKeyPem: signer.privateKeyPem,
        dnsNames: [],
        addresses: [],
        usages: ['client'],
        ...kubeconfigTerm(facts.lifetimeDays),
      },
      outputs: {
        certificatePem,
        privateKeyPem,
        notAfter: new X509Certificate(certificatePem).validToDate.toISOString(),
      },
      secrets: ['authorityKeyPem', 'privateKeyPem'],
    }),
  ];
}

function ofToken(cluster: string, { expiration, tokenId, value }: TokenFacts): KeyResource {
  const { lifetimeDays, renewBeforeDays } = keyTerms.joinToken;
  const start = new Date(Date.parse(expiration) - lifetimeDays * 86_400_000);
  return resourceIn('keys', cluster, {
    name: `${cluster}-keys-token`,
    type: resourceTypes.joinToken,
    inputs: {
      lifetimeHours: lifetimeDays * 24,
      renewBeforeHours: renewBeforeDays * 24,
      validFrom: start.toISOString().replace(/\.\d+Z$/, 'Z'),
    },
    outputs: { tokenId, value, expiration },
    secrets: ['value'],
  });
}

/** Returns the resources that the program makes of these keys, so that an update takes them for its own. */
export function keyResources(cluster: string, kept: KeptKeys): readonly KeyResource[] {
  const { backupPassword, certificates, hostKey, keys, token } = kept;
  return [
    ...keys.map((key) => ofKey(cluster, key)),
    ...(token === undefined ? [] : [ofToken(cluster, token)]),
    ...Object.entries(certificates).flatMap(([name, one]) =>
      ofCertificate(cluster, name, one, keys),
    ),
    ...(backupPassword === undefined
      ? []
      : [
          resourceIn('backup', cluster, {
            name: `${cluster}-services-backup-password`,
            ...randomKey(backupPassword),
          }),
        ]),
    ...(hostKey === undefined
      ? []
      : [
          resourceIn('access', cluster, {
            name: `${cluster}-access-host-key`,
            type: resourceTypes.signingKey,
            inputs: {},
            outputs: { ...hostKey },
            secrets: ['privateKeyPem'],
          }),
        ]),
  ];
}
