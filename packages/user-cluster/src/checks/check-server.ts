// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import { isInside, reservedRanges } from '@strata/contracts';
import type { Problem } from '@strata/contracts';

/** A server outside of the platform, as a configuration names it. */
export interface OutsideServer {
  readonly url: string;
  /** Ranges that its addresses are in. @default the internet */
  readonly addresses?: readonly string[] | undefined;
  /** Certificates of its authorities, in PEM. @default the public ones */
  readonly certificateAuthority?: string | undefined;
}

/** Ports of URLs that name none, by protocol. */
const usualPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443, 'ssh:': 22 };

/** Returns the port at which a URL's server is asked. */
export function portOf(url: string): number {
  const { port, protocol } = new URL(url);
  if (port !== '') return Number(port);
  const usual = usualPorts[protocol];
  if (usual === undefined) throw new Error(`no usual port is known of ${protocol}`);
  return usual;
}

const certificate = /-----BEGIN CERTIFICATE-----\n[^-]+\n-----END CERTIFICATE-----/g;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

/**
 * Reports certificates that cannot be read.
 *
 * @param key - the key of the server that has them.
 */
export function authorityProblems(
  { certificateAuthority = '' }: Pick<OutsideServer, 'certificateAuthority'>,
  path: Problem['path'],
  key: PropertyKey = 'certificateAuthority',
): Problem[] {
  const all = certificateAuthority.match(certificate) ?? [];
  const damaged = all.findIndex((pem) => !isCertificate(pem));
  if (damaged === -1) return [];
  const message = `certificate ${damaged + 1} of ${all.length} cannot be read; copy it again`;
  return [{ path: [...path, key], message }];
}

/**
 * Reports a server whose address is known and is not among those that may be reached.
 *
 * @param role - the server in words, such as "the issuer".
 */
export function addressProblems(
  { addresses, url }: OutsideServer,
  path: Problem['path'],
  role: string,
): Problem[] {
  const server = new URL(url).hostname;
  if (!isIPv4(server)) return [];
  const isOpen =
    addresses?.some((range) => isInside(`${server}/32`, range)) ??
    !reservedRanges.some(({ cidr }) => isInside(`${server}/32`, cidr));
  if (isOpen) return [];
  const message =
    addresses === undefined
      ? `missing; ${server} is no address of the internet, so nothing reaches it unless it is listed here`
      : `does not contain ${server}, the address of ${role}; add ${server}/32`;
  return [{ path: [...path, 'addresses'], message }];
}
