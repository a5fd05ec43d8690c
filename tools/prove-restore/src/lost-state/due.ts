// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';

/** Whether an update renews a certificate now. */
export function isDue(
  certificatePem: string,
  { renewBeforeDays }: { readonly renewBeforeDays: number },
  now: Date,
): boolean {
  const end = new X509Certificate(certificatePem).validToDate.getTime();
  return now.getTime() >= end - renewBeforeDays * 86_400_000;
}
