// SPDX-License-Identifier: Apache-2.0
import type { Alert } from './alert.ts';
import { minutes } from './alert.ts';

const expiry = (instance: string) => `probe_ssl_earliest_cert_expiry{instance="${instance}"}`;
const chainExpiry = (instance: string) =>
  `probe_ssl_last_chain_expiry_timestamp_seconds{instance="${instance}"}`;
const apiServer = 'kubernetes.default.svc:443';
const virtApi = 'virt-api.kubevirt.svc:443';
const day = 86_400;

/** Values that a series has in turn, as probes reach one API server and then another. */
const inTurn = (one: number, other: number) => `${one} ${other} `.repeat(40).trim();

/**
 * Selects the API server. Each probe reaches one of several control planes, by chance, so alerts take the
 * worst that probes saw in an hour.
 */
const ofApiServer = 'instance=~"kubernetes[.].*"';

/** Alerts on what stops working on a date that is known in advance. */
export const certificateAlerts: readonly Alert[] = [
  {
    name: 'CertificateExpiring',
    expression: ({ thresholds }) =>
      `min by (instance) (min_over_time(probe_ssl_earliest_cert_expiry{${ofApiServer}}[1h])) - time()` +
      ` < ${thresholds.certificateDays * day}`,
    forMinutes: minutes(15),
    severity: 'critical',
    summary: 'The certificate of {{ $labels.instance }} expires soon',
    description: 'Once it has, nobody can reach the API of the infra cluster.',
    needs: 'certificates',
    cases: [
      {
        when: "the API server's certificate has two days left",
        given: [{ series: expiry(apiServer), values: `${2 * day}x30` }],
        after: 20,
        fires: [{ instance: apiServer }],
      },
      {
        when: 'that of one control plane has two days left, and probes reach every one of them in turn',
        given: [{ series: expiry(apiServer), values: inTurn(365 * day, 2 * day) }],
        after: 60,
        fires: [{ instance: apiServer }],
      },
      {
        when: 'it has a year left',
        given: [{ series: expiry(apiServer), values: `${365 * day}x30` }],
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'AuthorityExpiring',
    // Server certificates are renewed for a year or so, so this alert starts in the last year of
    // the CA.
    expression: () =>
      'min by (instance) (min_over_time(' +
      `(probe_ssl_last_chain_expiry_timestamp_seconds{${ofApiServer}} - probe_ssl_earliest_cert_expiry)` +
      '[1h:1m])) < 0',
    forMinutes: minutes(15),
    severity: 'warning',
    summary: 'The authority of {{ $labels.instance }} ends before the certificate it signed',
    description:
      'When it ends, no host and nobody else reaches the API of the infra cluster, and nothing ' +
      'renews it by itself. Those of etcd and of the front proxy were made on the same day.',
    needs: 'certificates',
    cases: [
      {
        when: 'the authority has 300 days left, and the certificate a year',
        given: [
          { series: expiry(apiServer), values: `${365 * day}x30` },
          { series: chainExpiry(apiServer), values: `${300 * day}x30` },
        ],
        after: 20,
        fires: [{ instance: apiServer }],
      },
      {
        when: 'the certificate of one control plane alone ends after the authority',
        given: [
          { series: expiry(apiServer), values: inTurn(30 * day, 365 * day) },
          { series: chainExpiry(apiServer), values: inTurn(30 * day, 300 * day) },
        ],
        after: 60,
        fires: [{ instance: apiServer }],
      },
      {
        when: 'the certificate ends first',
        given: [
          { series: expiry(apiServer), values: `${30 * day}x30` },
          { series: chainExpiry(apiServer), values: `${30 * day}x30` },
        ],
        after: 20,
        fires: [],
      },
      {
        when: 'nobody verified the chain of an operator that signs for itself',
        given: [
          { series: expiry(virtApi), values: `${day}x30` },
          { series: chainExpiry(virtApi), values: '-62135596800x30' },
        ],
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'OperatorCertificateExpiring',
    expression: ({ thresholds }) =>
      'min by (instance) (probe_ssl_earliest_cert_expiry{instance!~"kubernetes[.].*"}) - time()' +
      ` < ${thresholds.operatorCertificateHours * 3600}`,
    forMinutes: minutes(15),
    severity: 'critical',
    summary: 'The certificate of {{ $labels.instance }} was not renewed',
    description:
      'Operators renew their own certificates long before they end; this one did not. Once it has ' +
      'expired, what it checks cannot be made or changed: VMs, disks or pools of addresses.',
    needs: 'certificates',
    cases: [
      {
        when: "virt-api's certificate has an hour left",
        given: [{ series: expiry(virtApi), values: '5000x30' }],
        after: 20,
        fires: [{ instance: virtApi }],
      },
      {
        when: 'it has half a day left',
        given: [{ series: expiry(virtApi), values: '43200x30' }],
        after: 20,
        fires: [],
      },
    ],
  },
  {
    name: 'PlatformEndpointDown',
    expression: () => 'max by (instance) (probe_success) == 0',
    forMinutes: minutes(10),
    severity: 'critical',
    summary: '{{ $labels.instance }} does not answer',
    description: 'Whoever creates or changes what it checks gets an error.',
    needs: 'certificates',
    cases: [
      {
        when: 'no connection can be made',
        given: [{ series: `probe_success{instance="${virtApi}"}`, values: '0x20' }],
        after: 15,
        fires: [{ instance: virtApi }],
      },
      {
        when: 'one could not be made once',
        given: [{ series: `probe_success{instance="${virtApi}"}`, values: '1x5 0 1x20' }],
        after: 15,
        fires: [],
      },
    ],
  },
  {
    name: 'KubeletCertificateExpiring',
    expression: ({ thresholds }) =>
      `min by (node) (kubelet_certificate_manager_server_ttl_seconds) < ${thresholds.certificateDays * day}` +
      ' or max by (node) (increase(kubelet_certificate_manager_client_expiration_renew_errors[1h])) > 0',
    forMinutes: minutes(15),
    severity: 'critical',
    summary: 'The kubelet of host {{ $labels.node }} cannot renew its certificate',
    description: 'Once the certificate has expired, the host is away and so are its VMs.',
    needs: 'kubelets',
    cases: [
      {
        when: 'its serving certificate has a day left',
        given: [
          {
            series: 'kubelet_certificate_manager_server_ttl_seconds{node="host-1"}',
            values: `${day}x30`,
          },
        ],
        after: 20,
        fires: [{ node: 'host-1' }],
      },
      {
        when: 'renewing its client certificate fails again and again',
        given: [
          {
            series: 'kubelet_certificate_manager_client_expiration_renew_errors{node="host-1"}',
            values: '0+1x30',
          },
        ],
        after: 20,
        fires: [{ node: 'host-1' }],
      },
      {
        when: 'it has no serving certificate to renew',
        given: [
          {
            series: 'kubelet_certificate_manager_server_ttl_seconds{node="host-1"}',
            values: 'Inf '.repeat(30).trim(),
          },
        ],
        after: 20,
        fires: [],
      },
    ],
  },
];
