// SPDX-License-Identifier: Apache-2.0
import { join } from 'node:path';
import type { Instance } from '../instance.ts';
import { network } from '../network.ts';
import { apiServerUrl } from './kubeconfig.ts';
import { kubernetesTools } from './kubernetes-versions.ts';
import type { KubernetesMinor } from './kubernetes-versions.ts';

/** One process of the control plane. */
export interface Component {
  readonly name: string;
  /** Tool of the toolchain that contains the component's binary, which has the component's name. */
  readonly tool: string;
  readonly args: readonly string[];
  /**
   * Programs of the toolchain that the component runs by their names, so they must be on its PATH.
   *
   * @default none
   */
  readonly commands?: readonly { readonly tool: string; readonly binary: string }[];
  /** URL that answers 200 once the component is ready to serve. */
  readonly readyUrl: string;
  readonly stopGraceSeconds: number;
}

const etcdUrl = 'http://127.0.0.1:2379';

/**
 * Returns the components of the control plane, in start order. They are stopped in reverse: an API
 * server that loses etcd first hangs while it stops, and keeps its port.
 */
export function controlPlane(
  instance: Instance,
  kubernetes: KubernetesMinor,
): readonly Component[] {
  const tool = kubernetesTools[kubernetes];
  const kubernetesComponents = [
    apiServer(instance),
    controllerManager(instance),
    scheduler(instance),
  ].map((component) => ({ ...component, tool }));
  return [etcd(instance), ...kubernetesComponents];
}

function etcd(instance: Instance): Component {
  return {
    name: 'etcd',
    tool: 'etcd',
    args: [
      `--data-dir=${instance.etcdDir}`,
      `--listen-client-urls=${etcdUrl}`,
      `--advertise-client-urls=${etcdUrl}`,
      '--listen-peer-urls=http://127.0.0.1:2380',
      '--auto-compaction-retention=1h',
      // A crash of the process loses no data without fsync; only a power cut of the machine could.
      '--unsafe-no-fsync',
      '--log-level=warn',
    ],
    readyUrl: `${etcdUrl}/health`,
    stopGraceSeconds: 10,
  };
}

function apiServer({ pkiDir }: Instance): Omit<Component, 'tool'> {
  const pki = (file: string) => join(pkiDir, file);
  return {
    name: 'kube-apiserver',
    args: [
      `--etcd-servers=${etcdUrl}`,
      `--advertise-address=${network.gateway}`,
      // Only this address: the API servers of user clusters use the same port at addresses of
      // Services.
      `--bind-address=${network.gateway}`,
      `--secure-port=${network.apiPort}`,
      `--tls-cert-file=${pki('apiserver.crt')}`,
      `--tls-private-key-file=${pki('apiserver.key')}`,
      `--client-ca-file=${pki('ca.crt')}`,
      `--service-account-key-file=${pki('service-accounts.pub')}`,
      `--service-account-signing-key-file=${pki('service-accounts.key')}`,
      '--service-account-issuer=https://kubernetes.default.svc.cluster.local',
      '--authorization-mode=Node,RBAC',
      `--service-cluster-ip-range=${network.serviceCidr}`,
      '--allow-privileged=true',
      `--proxy-client-cert-file=${pki('front-proxy-client.crt')}`,
      `--proxy-client-key-file=${pki('front-proxy-client.key')}`,
      `--requestheader-client-ca-file=${pki('ca.crt')}`,
      // One authority signs all certificates here, so the API server must check the proxy's name.
      '--requestheader-allowed-names=front-proxy-client',
      '--requestheader-username-headers=X-Remote-User',
      '--requestheader-group-headers=X-Remote-Group',
      '--requestheader-extra-headers-prefix=X-Remote-Extra-',
      // `down` waits for the exit: long-running watches must not delay it.
      '--shutdown-delay-duration=0s',
      '--shutdown-watch-termination-grace-period=1s',
    ],
    readyUrl: `${apiServerUrl}/readyz`,
    stopGraceSeconds: 10,
  };
}

function controllerManager({ pkiDir }: Instance): Omit<Component, 'tool'> {
  const pki = (file: string) => join(pkiDir, file);
  return {
    name: 'kube-controller-manager',
    args: [
      `--kubeconfig=${pki('controller-manager.kubeconfig')}`,
      `--service-account-private-key-file=${pki('service-accounts.key')}`,
      `--root-ca-file=${pki('ca.crt')}`,
      `--cluster-signing-cert-file=${pki('ca.crt')}`,
      `--cluster-signing-key-file=${pki('ca.key')}`,
      '--use-service-account-credentials=true',
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
      '--kube-api-qps=200',
      '--kube-api-burst=400',
    ],
    readyUrl: 'https://127.0.0.1:10257/healthz',
    stopGraceSeconds: 3,
  };
}

function scheduler({ pkiDir }: Instance): Omit<Component, 'tool'> {
  return {
    name: 'kube-scheduler',
    args: [
      `--kubeconfig=${join(pkiDir, 'scheduler.kubeconfig')}`,
      '--leader-elect=false',
      '--bind-address=127.0.0.1',
    ],
    readyUrl: 'https://127.0.0.1:10259/healthz',
    stopGraceSeconds: 3,
  };
}
