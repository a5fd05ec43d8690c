// SPDX-License-Identifier: Apache-2.0
import type { CheckedConfig } from '../checks/check-context.ts';
import { checkCertificateHours } from './check-certificate-hours.ts';
import { defaultMonitoring } from './test-monitoring.ts';

interface CertificateLifetime {
  readonly duration?: string;
  readonly renewBefore?: string;
}

/** Lifetimes of the servers' certificates of KubeVirt and CDI. */
interface Servers {
  readonly kubevirt?: CertificateLifetime;
  readonly cdi?: CertificateLifetime;
}

const check = (hours: number, { cdi, kubevirt }: Servers = {}, certificates = true) =>
  checkCertificateHours({
    monitoring: {
      ...defaultMonitoring,
      certificates,
      alerts: { ...defaultMonitoring.alerts, operatorCertificateHours: hours },
    },
    ...(kubevirt === undefined
      ? {}
      : { kubevirt: { certificateRotateStrategy: { server: kubevirt } } }),
    ...(cdi === undefined ? {} : { cdi: { certConfig: { server: cdi } } }),
  } as CheckedConfig).map(({ path, message }) => `${path.join('.')}: ${message}`);

const path = 'monitoring.alerts.operatorCertificateHours';
const ofKubevirt = (hours: number, left: string) =>
  `${path}: ${hours} hours are not less than the ${left} that certificates of KubeVirt have left` +
  ' when they are renewed, so the alert would fire for each of them;' +
  ' lower it, or raise kubevirt.certificateRotateStrategy.server.renewBefore';
const ofCdi = (hours: number, left: string) =>
  `${path}: ${hours} hours are not less than the ${left} that certificates of CDI have left` +
  ' when they are renewed, so the alert would fire for each of them;' +
  ' lower it, or raise cdi.certConfig.server.renewBefore';

test('by default, the alert fires after the operators should have renewed their certificates', () => {
  expect(check(4)).toEqual([]);
  expect(check(5)).toEqual([ofKubevirt(5, '4h 48m')]);
  expect(check(12)).toEqual([ofKubevirt(12, '4h 48m'), ofCdi(12, '12h')]);
});

test('KubeVirt renews a certificate when a fifth of its life is left, or when it is told to', () => {
  expect(check(4, { kubevirt: { duration: '20h' } })).toEqual([ofKubevirt(4, '4h')]);
  expect(check(4, { kubevirt: { duration: '20h', renewBefore: '4h1s' } })).toEqual([]);
  expect(check(4, { kubevirt: { renewBefore: '3h' } })).toEqual([ofKubevirt(4, '3h')]);
});

test('CDI renews a certificate after twelve hours, or when it is told to, or a fifth before its end', () => {
  expect(check(4, { cdi: { duration: '16h' } })).toEqual([ofCdi(4, '4h')]);
  expect(check(4, { cdi: { duration: '10h' } })).toEqual([ofCdi(4, '2h')]);
  expect(check(2, { cdi: { duration: '12h' } })).toEqual([]);
  expect(check(4, { cdi: { renewBefore: '1h' } })).toEqual([]);
  expect(check(5, { cdi: { renewBefore: '1h' } })).toEqual([
    ofKubevirt(5, '4h 48m'),
    ofCdi(5, '4h 48m'),
  ]);
  expect(check(4, { cdi: { duration: '10h', renewBefore: '5h' } })).toEqual([]);
});

test('operators that are told nothing of certificates renew them by their defaults', () => {
  const config = { monitoring: defaultMonitoring, kubevirt: {}, cdi: {} } as CheckedConfig;
  expect(checkCertificateHours(config)).toEqual([]);
  const empty = { kubevirt: { certificateRotateStrategy: {} }, cdi: { certConfig: {} } };
  expect(checkCertificateHours({ ...config, ...empty } as CheckedConfig)).toEqual([]);
});

test('without that alert, any lifetime will do', () => {
  expect(check(4, { kubevirt: { renewBefore: '3h' } }, false)).toEqual([]);
  expect(checkCertificateHours({})).toEqual([]);
});
