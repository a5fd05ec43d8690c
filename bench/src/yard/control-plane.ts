// SPDX-License-Identifier: Apache-2.0
import type { Instance } from '@strata/sandbox/parts';
import { join } from 'node:path';

/** Address and ports of one control plane, all on loopback. */
export interface ControlPlaneAt {
  readonly address: string;
  readonly port: number;
  readonly etcdPort: number;
  readonly etcdPeerPort: number;
}

/**
 * Files with the identity of an API server and the authorities it trusts; it reads them again when
 * they change.
 */
export interface ServingFiles {
  readonly certificate: string;
  readonly key: string;
  /** Authorities whose client certificates are accepted. */
  readonly clients: string;
}

export function etcdArgs({ etcdDir }: Instance, { etcdPort, etcdPeerPort }: ControlPlaneAt) {
  const client = `http://127.0.0.1:${etcdPort}`;
  const peer = `http://127.0.0.1:${etcdPeerPort}`;
  return [
    `--data-dir=${etcdDir}`,
    `--listen-client-urls=${client}`,
    `--advertise-client-urls=${client}`,
    `--listen-peer-urls=${peer}`,
    `--initial-advertise-peer-urls=${peer}`,
    `--initial-cluster=default=${peer}`,
    // The disk of the measuring machine is not part of the measurement.
    '--unsafe-no-fsync',
    '--log-level=warn',
  ];
}

export function apiServerArgs(
  { pkiDir }: Instance,
  { address, port, etcdPort }: ControlPlaneAt,
  { certificate, key, clients }: ServingFiles,
) {
  const pki = (file: string) => join(pkiDir, file);
  return [
    `--etcd-servers=http://127.0.0.1:${etcdPort}`,
    `--bind-address=${address}`,
    `--secure-port=${port}`,
    // Nothing uses the Service "kubernetes", whose endpoint cannot be a loopback address.
    '--advertise-address=192.0.2.1',
    '--endpoint-reconciler-type=none',
    `--tls-cert-file=${certificate}`,
    `--tls-private-key-file=${key}`,
    `--tls-sni-cert-key=${pki('apiserver.crt')},${pki('apiserver.key')}:localhost`,
    `--client-ca-file=${clients}`,
    `--service-account-key-file=${pki('service-accounts.pub')}`,
    `--service-account-signing-key-file=${pki('service-accounts.key')}`,
    '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
    '--authorization-mode=RBAC',
    // No pod runs, so no webhook would answer.
    '--disable-admission-plugins=MutatingAdmissionWebhook,ValidatingAdmissionWebhook',
    '--service-cluster-ip-range=10.97.0.0/16',
    '--allow-privileged=true',
    '--shutdown-delay-duration=0s',
    '--shutdown-watch-termination-grace-period=1s',
  ];
}

/**
 * Controllers without which deletions never end: every deletion in the foreground waits for the
 * garbage collector, a namespace for its own controller, and a quota counts nothing without its
 * own. Waiting for a Deployment needs its ReplicaSets; no controller makes pods of them.
 *
 * @see https://kubernetes.io/docs/reference/command-line-tools-reference/kube-controller-manager/ `--controllers`
 */
const controllers = [
  'deployment-controller',
  'garbage-collector-controller',
  'namespace-controller',
  'resourcequota-controller',
  // The service account of a user cluster waits for its token.
  'serviceaccount-token-controller',
];

/**
 * Returns the arguments of the controller manager. It runs as the administrator, because these
 * controllers together may do nearly anything.
 */
export function controllerManagerArgs({ kubeconfig, pkiDir }: Instance) {
  return [
    `--kubeconfig=${kubeconfig}`,
    `--service-account-private-key-file=${join(pkiDir, 'service-accounts.key')}`,
    `--controllers=${controllers.join(',')}`,
    '--leader-elect=false',
    '--secure-port=0',
    '--kube-api-qps=500',
    '--kube-api-burst=1000',
  ];
}
