// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { milliseconds } from '../lifecycle/clock.ts';

/** Hours by which a certificate is valid before its creation, because clocks of hosts and VMs may be slow. */
export const backdatedHours = 1;

/** Inputs of `Authority` and `Certificate` that a certificate says itself. */
export interface CertificateFacts {
  readonly commonName: string;
  readonly organizations: readonly string[];
  readonly lifetimeDays: number;
  /** Start of the term; see {@link file://../lifecycle/own-inputs.ts}. */
  readonly validFrom: string;
}

const seconds = (time: Date) => time.toISOString().replace(/\.\d+Z$/, 'Z');

/**
 * Returns the inputs with which the provider has issued a certificate, so that a state can have it that
 * has lost it.
 *
 * @param pem - of a certificate that the provider has issued.
 */
export function certificateFacts(pem: string): CertificateFacts {
  const { subject, validFromDate, validToDate } = new X509Certificate(pem);
  const names = subject.split('\n');
  const named = (kind: string) =>
    names.filter((one) => one.startsWith(`${kind}=`)).map((one) => one.slice(kind.length + 1));
  const from = new Date(validFromDate.getTime() + backdatedHours * milliseconds.hour);
  return {
    commonName: named('CN')[0] ?? '',
    organizations: named('O'),
    lifetimeDays: Math.round((validToDate.getTime() - from.getTime()) / milliseconds.day),
    validFrom: seconds(from),
  };
}
