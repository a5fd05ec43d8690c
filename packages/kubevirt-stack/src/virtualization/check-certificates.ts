// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { KubevirtStackConfig } from '../config/index.ts';

type Certificates = KubevirtStackConfig['kubevirt']['certificateRotateStrategy'];

/** Seconds in each unit. */
const units = { h: 3600, m: 60, s: 1 } as const;

/** Returns the seconds of a duration such as `1h30m`. */
export function secondsOf(duration: string): number {
  const parts = [...duration.matchAll(/(\d+)([hms])/g)];
  return parts.reduce((sum, [, count, unit]) => {
    return sum + Number(count) * units[unit as keyof typeof units];
  }, 0);
}

interface Lifetime {
  readonly duration?: string | undefined;
  readonly renewBefore?: string | undefined;
}

/**
 * Reports certificates that would be renewed as soon as they are made.
 *
 * @param path - the key of the certificates.
 * @param lifetimes - the operator's default lifetimes.
 */
export function tooEarlyRenewals(
  path: Problem['path'],
  certificates: Readonly<Record<string, Lifetime | undefined>>,
  lifetimes: Readonly<Record<string, string>>,
): Problem[] {
  return Object.entries(lifetimes).flatMap(([which, lifetime]): Problem[] => {
    const { duration = lifetime, renewBefore } = certificates[which] ?? {};
    if (renewBefore === undefined || secondsOf(renewBefore) < secondsOf(duration)) return [];
    return [
      {
        path: [...path, which, 'renewBefore'],
        message: `${renewBefore} is not less than the certificate's whole life, ${duration}; shorten it`,
      },
    ];
  });
}

/**
 * KubeVirt's default lifetimes.
 * @see
 * https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/apply/certificates.go
 */
const lifetimes = { ca: '168h', server: '24h' } as const;

/**
 * Reports errors for lifetimes that contradict each other: KubeVirt's webhook refuses them in an
 * update, but not in the first installation, where they lead to certificates that nobody trusts.
 */
export function checkCertificates(certificates: Certificates): Problem[] {
  if (certificates === undefined) return [];
  const path = ['kubevirt', 'certificateRotateStrategy'];
  const lifetimeOf = (which: 'ca' | 'server') => certificates[which]?.duration ?? lifetimes[which];
  const problems = tooEarlyRenewals(path, certificates, lifetimes);
  const [ca, server] = [lifetimeOf('ca'), lifetimeOf('server')];
  if (secondsOf(server) <= secondsOf(ca)) return problems;
  return [
    ...problems,
    {
      path: [...path, 'server', 'duration'],
      message: `${server} is longer than the life of its CA, ${ca}; shorten it, or lengthen ca.duration`,
    },
  ];
}
