// SPDX-License-Identifier: Apache-2.0
import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

/**
 * Encodes the two structures that a kubelet has to sign itself: requests for certificates, and certificates. A library for them would cost every
 * guest 30 MB of memory.
 *
 * @see https://www.rfc-editor.org/rfc/rfc2986 certification requests
 * @see https://www.rfc-editor.org/rfc/rfc5280 certificates
 */
const tag = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  null: 0x05,
  oid: 0x06,
} as const;
const utf8String = 0x0c;
const utcTime = 0x17;
const sequenceTag = 0x30;
const setTag = 0x31;

function tlv(type: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content);
  const size = body.length;
  // DER requires the shortest form.
  const long = size < 0x100 ? [0x81, size] : [0x82, size >> 8, size & 0xff];
  const length = Buffer.from(size < 0x80 ? [size] : long);
  return Buffer.concat([Buffer.from([type]), length, body]);
}

const sequence = (...content: readonly Buffer[]) => tlv(sequenceTag, ...content);
const oid = (hex: string) => tlv(tag.oid, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => tlv(tag.bitString, Buffer.from([0]), content);

/** Object identifiers, in DER. */
const oids = {
  commonName: '550403',
  organization: '55040a',
  ecdsaWithSha256: '2a8648ce3d040302',
  sha256WithRsa: '2a864886f70d01010b',
  subjectAltName: '551d11',
  basicConstraints: '551d13',
  keyUsage: '551d0f',
  extendedKeyUsage: '551d25',
  serverAuth: '2b06010505070301',
} as const;

// PrintableString has no '@' and ':', and Go would reject them there: use UTF8String for all names.
const attribute = (type: string, value: string) =>
  tlv(setTag, sequence(oid(type), tlv(utf8String, Buffer.from(value))));

/** Encodes the subject O=organization, CN=commonName. */
function subject(commonName: string, organization?: string): Buffer {
  const parts = [attribute(oids.commonName, commonName)];
  if (organization !== undefined) parts.unshift(attribute(oids.organization, organization));
  return sequence(...parts);
}

const algorithmOf = (key: KeyObject) =>
  key.asymmetricKeyType === 'rsa'
    ? sequence(oid(oids.sha256WithRsa), tlv(tag.null))
    : sequence(oid(oids.ecdsaWithSha256));

function signed(content: Buffer, key: KeyObject): Buffer {
  return sequence(content, algorithmOf(key), bits(sign('sha256', content, key)));
}

function pem(label: string, der: Buffer): string {
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n').trim();
  return `-----BEGIN ${label}-----\n${lines}\n-----END ${label}-----\n`;
}

const publicKeyOf = (key: KeyObject) =>
  createPublicKey(key).export({ type: 'spki', format: 'der' });

/** Creates a private key as kubelets do: ECDSA on P-256. */
export function newKey(): KeyObject {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
}

/** Returns the PEM of a private key, in the format of its kind that kubelets write. */
export function keyPem(key: KeyObject): string {
  const type = key.asymmetricKeyType === 'rsa' ? 'pkcs1' : 'sec1';
  return key.export({ type, format: 'pem' }).toString();
}

/** Returns the PEM of a request for a certificate with this name. */
export function certificateRequest(
  key: KeyObject,
  commonName: string,
  organization: string,
): string {
  const version = tlv(tag.integer, Buffer.from([0]));
  const attributes = tlv(0xa0);
  const info = sequence(version, subject(commonName, organization), publicKeyOf(key), attributes);
  return pem('CERTIFICATE REQUEST', signed(info, key));
}

const time = (date: Date) =>
  tlv(utcTime, Buffer.from(`${date.toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`));

/** A certificate that is to be signed. */
export interface CertificatePlan {
  /** Key whose owner the certificate is of. */
  readonly key: KeyObject;
  readonly commonName: string;
  /** Name and key of the authority that signs. @default itself */
  readonly issuer?: { readonly commonName: string; readonly key: KeyObject };
  /** Name of a server, for a certificate that is of one; any other is of an authority. */
  readonly serverName?: string;
}

/** Bits of key usage, from the first: 0 digitalSignature, 2 keyEncipherment, 5 keyCertSign. */
const usages = { server: [5, 0b1010_0000], authority: [2, 0b1010_0100] } as const;

function extension(name: string, isCritical: boolean, ...content: readonly Buffer[]): Buffer {
  const critical = isCritical ? [tlv(tag.boolean, Buffer.from([0xff]))] : [];
  return sequence(oid(name), ...critical, tlv(tag.octetString, ...content));
}

function extensionsOf(serverName: string | undefined): Buffer {
  const usage = usages[serverName === undefined ? 'authority' : 'server'];
  const used = extension(oids.keyUsage, true, tlv(tag.bitString, Buffer.from(usage)));
  if (serverName === undefined) {
    const truth = tlv(tag.boolean, Buffer.from([0xff]));
    return sequence(used, extension(oids.basicConstraints, true, sequence(truth)));
  }
  return sequence(
    used,
    extension(oids.extendedKeyUsage, false, sequence(oid(oids.serverAuth))),
    extension(oids.basicConstraints, true, sequence()),
    extension(oids.subjectAltName, false, sequence(tlv(0x82, Buffer.from(serverName)))),
  );
}

/** Returns the PEM of a certificate for a year, from an hour ago. */
export function signCertificate(plan: CertificatePlan): string {
  const { key, commonName, serverName, issuer = { key, commonName } } = plan;
  const notBefore = new Date(Date.now() - 3_600_000);
  const notAfter = new Date(notBefore.getTime() + 365 * 24 * 3_600_000);
  const serial = Buffer.concat([Buffer.from([1]), randomBytes(7)]);
  const certificate = sequence(
    tlv(0xa0, tlv(tag.integer, Buffer.from([2]))),
    tlv(tag.integer, serial),
    algorithmOf(issuer.key),
    subject(issuer.commonName),
    sequence(time(notBefore), time(notAfter)),
    subject(commonName),
    publicKeyOf(key),
    tlv(0xa3, extensionsOf(serverName)),
  );
  return pem('CERTIFICATE', signed(certificate, issuer.key));
}
