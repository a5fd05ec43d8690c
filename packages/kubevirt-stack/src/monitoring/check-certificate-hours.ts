// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { CheckedConfig } from '../checks/check-context.ts';
import { secondsOf } from '../virtualization/check-certificates.ts';

/** Keys of a certificate's lifetime: an operator's own defaults count where they are missing. */
interface Lifetime {
  readonly duration?: string | undefined;
  readonly renewBefore?: string | undefined;
}

/** Seconds that a certificate has left when its operator renews it, and the key that changes them. */
interface Renewal {
  readonly operator: string;
  readonly left: number;
  readonly key: string;
}

const day = 86_400;
const hour = 3600;

const secondsIn = (duration: string | undefined, otherwise: number) =>
  duration === undefined ? otherwise : secondsOf(duration);

/**
 * When KubeVirt renews its servers' certificates: when a fifth of their life is left.
 * @see
 * https://github.com/kubevirt/kubevirt/blob/v1.8.4/pkg/virt-operator/resource/apply/certificates.go
 */
function ofKubevirt({ duration, renewBefore }: Lifetime = {}): Renewal {
  return {
    operator: 'KubeVirt',
    left: secondsIn(renewBefore, secondsIn(duration, day) / 5),
    key: 'kubevirt.certificateRotateStrategy.server.renewBefore',
  };
}

/**
 * When CDI renews those of its servers: twelve hours after it has made them, or as it is told, and at the
 * latest when a fifth of their life is left.
 * @see
 * https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/pkg/operator/resources/cert/factory.go
 * @see
 * https://github.com/kubevirt/containerized-data-importer/blob/v1.65.0/vendor/github.com/openshift/library-go/pkg/operator/certrotation/target.go (needNewTargetCertKeyPairForTime)
 */
function ofCdi({ duration, renewBefore }: Lifetime = {}): Renewal {
  const life = secondsIn(duration, day);
  return {
    operator: 'CDI',
    left: Math.max(secondsIn(renewBefore, life - 12 * hour), life / 5),
    key: 'cdi.certConfig.server.renewBefore',
  };
}

/** Returns seconds as `4h 48m`, or `4h`. */
function inWords(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}h${rest === 0 ? '' : ` ${rest}m`}`;
}

/**
 * Reports an alert that would fire for certificates that are all right, because their operator renews
 * them later than the alert expects.
 */
export function checkCertificateHours({ cdi, kubevirt, monitoring }: CheckedConfig): Problem[] {
  if (monitoring?.certificates !== true) return [];
  const hours = monitoring.alerts.operatorCertificateHours;
  return [ofKubevirt(kubevirt?.certificateRotateStrategy?.server), ofCdi(cdi?.certConfig?.server)]
    .filter(({ left }) => left <= hours * hour)
    .map(({ key, left, operator }) => ({
      path: ['monitoring', 'alerts', 'operatorCertificateHours'],
      message:
        `${hours} hours are not less than the ${inWords(left)} that certificates of ${operator} have left ` +
        `when they are renewed, so the alert would fire for each of them; lower it, or raise ${key}`,
    }));
}
