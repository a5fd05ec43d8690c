// SPDX-License-Identifier: Apache-2.0
import type { FlagRow, FlagTable } from '../flags.ts';

const text = (fallback = ''): FlagRow => ({ kind: 'text', fallback });
const on = (fallback: boolean): FlagRow => ({ kind: 'switch', fallback: String(fallback) });
const count = (fallback: number): FlagRow => ({ kind: 'number', fallback: String(fallback) });
const duration = (fallback: string): FlagRow => ({ kind: 'duration', fallback });

/** Accepted and without effect here: of its port the stand-in serves /healthz alone, and it writes plain logs. */
const withoutEffect: FlagTable = {
  ...{ 'bind-address': text('0.0.0.0'), 'secure-port': count(10258) },
  ...{ 'cert-dir': text(), 'tls-cert-file': text(), 'tls-private-key-file': text() },
  ...{ 'tls-cipher-suites': text(), 'tls-min-version': text(), 'tls-sni-cert-key': text() },
  ...{ 'http2-max-streams-per-connection': count(0), 'disable-http2-serving': on(false) },
  ...{ 'permit-address-sharing': on(false), 'permit-port-sharing': on(false) },
  ...{ 'authentication-token-webhook-cache-ttl': duration('10s'), 'client-ca-file': text() },
  ...{ 'authentication-tolerate-lookup-failure': on(false) },
  ...{ 'requestheader-allowed-names': text(), 'requestheader-client-ca-file': text() },
  ...{ 'requestheader-extra-headers-prefix': text(), 'requestheader-group-headers': text() },
  ...{ 'requestheader-uid-headers': text(), 'requestheader-username-headers': text() },
  ...{ 'authorization-kubeconfig': text(), 'authorization-always-allow-paths': text() },
  ...{ 'authorization-webhook-cache-authorized-ttl': duration('10s') },
  ...{ 'authorization-webhook-cache-unauthorized-ttl': duration('10s') },
  ...{ profiling: on(true), 'contention-profiling': on(false), 'debug-socket-path': text() },
  ...{
    'feature-gates': text(),
    'emulated-version': text(),
    'show-hidden-metrics-for-version': text(),
  },
  ...{ 'allow-metric-labels': text(), 'allow-metric-labels-manifest': text() },
  ...{ 'disabled-metrics': text(), master: text(), 'kube-api-content-type': text() },
  ...{ 'kube-api-qps': count(20), 'kube-api-burst': count(30) },
  ...{ 'min-resync-period': duration('12h'), 'controller-start-interval': duration('0') },
  ...{ 'route-reconciliation-period': duration('10s'), 'configure-cloud-routes': on(true) },
  ...{ 'allocate-node-cidrs': on(false), 'cluster-cidr': text(), 'cidr-allocator-type': text() },
  ...{ 'allow-untagged-cloud': on(false), 'external-cloud-volume-plugin': text() },
  ...{ 'node-sync-period': duration('0'), 'use-service-account-credentials': on(false) },
  ...{ 'leader-migration-config': text(), 'enable-leader-migration': on(false) },
  ...{ webhooks: text(), 'webhook-bind-address': text(), 'webhook-secure-port': count(10260) },
  ...{ 'webhook-cert-dir': text(), 'webhook-tls-cert-file': text() },
  ...{ 'webhook-tls-private-key-file': text(), 'logging-format': text('text') },
  ...{ 'log-flush-frequency': duration('5s'), v: count(0), vmodule: text() },
  ...{ 'log-json-split-stream': on(false), 'log-json-info-buffer-size': text() },
  ...{ 'log-text-split-stream': on(false), 'log-text-info-buffer-size': text() },
};

/**
 * The flags of the cloud controller manager, with upstream's defaults; any other ends it.
 *
 * @see https://github.com/kubernetes/cloud-provider/blob/v0.34.4/options/options.go
 */
export const flagTable: FlagTable = {
  ...withoutEffect,
  'cloud-provider': text('kubevirt'),
  'cloud-config': text(),
  'cluster-name': text('kubernetes'),
  kubeconfig: text(),
  'authentication-kubeconfig': text(),
  'authentication-skip-lookup': on(false),
  controllers: text('*'),
  'concurrent-service-syncs': count(1),
  'concurrent-node-syncs': count(1),
  'node-monitor-period': duration('5s'),
  'node-status-update-frequency': duration('5m'),
  'leader-elect': on(true),
  'leader-elect-lease-duration': duration('15s'),
  'leader-elect-renew-deadline': duration('10s'),
  'leader-elect-retry-period': duration('2s'),
  'leader-elect-resource-lock': text('leases'),
  'leader-elect-resource-name': text('cloud-controller-manager'),
  'leader-elect-resource-namespace': text('kube-system'),
};
