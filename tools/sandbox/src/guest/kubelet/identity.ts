// SPDX-License-Identifier: Apache-2.0
import { readKubeconfig, type Access, type ApiClient } from '@strata/cluster-client';
import { X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import type { RequestOptions } from 'node:https';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Tell } from '../console.ts';
import { certificateRequest, keyPem, newKey } from './der.ts';
import { kubeletClient } from './kubelet-client.ts';
import { renderKubeletKubeconfig } from './render-kubeconfig.ts';

/** Paths of a kubelet's files, as kubeadm expects them. */
export const identityFiles = {
  kubeconfig: '/etc/kubernetes/kubelet.conf',
  bootstrapKubeconfig: '/etc/kubernetes/bootstrap-kubelet.conf',
  certificates: '/var/lib/kubelet/pki',
} as const;

const currentFile = 'kubelet-client-current.pem';
const currentPath = `${identityFiles.certificates}/${currentFile}`;

/** Fraction of a certificate's lifetime that is left when a kubelet requests the next one. */
const rotateAt = 0.25;

/** Milliseconds between two looks at whether a request was signed. */
const pollInterval = 500;
/** Milliseconds after which the request is made anew, as a kubelet does. */
const requestTimeout = 15 * 60_000;

interface SigningRequest {
  readonly metadata: { readonly name: string };
  readonly status?: {
    readonly certificate?: string;
    readonly conditions?: readonly { readonly type: string; readonly message?: string }[];
  };
}

/**
 * Returns the name of the file of a new certificate.
 *
 * @see https://github.com/kubernetes/client-go/blob/v0.35.4/util/certificate/certificate_store.go `Update`
 */
export function certificateFile(now: Date): string {
  const time = now.toISOString().slice(0, 19).replaceAll(/[T:]/g, '-');
  return `kubelet-client-${time}.pem`;
}

/**
 * Returns whether a certificate has to be renewed: less than `rotateAt` of its lifetime is left.
 */
export function isDue(certificatePem: string, now: Date): boolean {
  const { validFromDate, validToDate } = new X509Certificate(certificatePem);
  const lifetime = validToDate.getTime() - validFromDate.getTime();
  return validToDate.getTime() - now.getTime() < lifetime * rotateAt;
}

/** Returns a certificate or a key as PEM. */
function pemOf(field: RequestOptions['cert'] | RequestOptions['key']): string {
  return (field as Buffer).toString();
}

/** The identity of a node: the user system:node:<name>, in the group system:nodes. */
export class NodeIdentity {
  private readonly root: string;
  private readonly nodeName: string;
  private readonly tell: Tell;

  constructor(root: string, nodeName: string, tell: Tell) {
    this.root = root;
    this.nodeName = nodeName;
    this.tell = tell;
  }

  /**
   * Returns the node's credentials: those of kubelet.conf, or new ones by TLS bootstrap.
   *
   * @throws Error when neither is possible now.
   */
  async obtain(signal: AbortSignal): Promise<Access> {
    const { kubeconfig, bootstrapKubeconfig } = identityFiles;
    if (existsSync(join(this.root, kubeconfig))) {
      const access = await this.read(kubeconfig);
      this.keepFirstCertificate(access);
      return access;
    }
    if (!existsSync(join(this.root, bootstrapKubeconfig))) {
      throw new Error(
        `unable to load bootstrap kubeconfig: stat ${bootstrapKubeconfig}: no such file or directory`,
      );
    }
    const bootstrap = await this.read(bootstrapKubeconfig);
    this.tell('bootstrapping: asking for a client certificate with the bootstrap token');
    await this.requestCertificate(bootstrap, signal);
    const text = renderKubeletKubeconfig(bootstrap, currentPath);
    writeFileSync(join(this.root, kubeconfig), text, { mode: 0o600 });
    return this.read(kubeconfig);
  }

  /**
   * Renews the certificate when it is due.
   *
   * @returns whether there is a new one.
   */
  async renew(access: Access, signal: AbortSignal): Promise<boolean> {
    const { cert } = access.options;
    if (cert === undefined || !isDue(pemOf(cert), new Date())) return false;
    this.tell('certificate nears its end: rotating it');
    await this.requestCertificate(access, signal);
    return true;
  }

  /** Reads a kubeconfig of the guest. */
  private async read(path: string): Promise<Access> {
    return readKubeconfig(readFileSync(join(this.root, path), 'utf8'), this.root);
  }

  /** Requests a certificate, waits until the cluster has approved and signed it, and stores it. */
  private async requestCertificate(access: Access, signal: AbortSignal): Promise<void> {
    const api = kubeletClient(access);
    const path = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
    const key = newKey();
    try {
      const commonName = `system:node:${this.nodeName}`;
      const request = certificateRequest(key, commonName, 'system:nodes');
      const { metadata } = await api.request<SigningRequest>('POST', path, {
        body: {
          apiVersion: 'certificates.k8s.io/v1',
          kind: 'CertificateSigningRequest',
          metadata: { generateName: 'csr-' },
          spec: {
            request: Buffer.from(request).toString('base64'),
            signerName: 'kubernetes.io/kube-apiserver-client-kubelet',
            usages: ['digital signature', 'client auth'],
          },
        },
      });
      this.tell(`certificate request ${metadata.name} waits for approval`);
      const certificate = await this.issued(api, `${path}/${metadata.name}`, signal);
      this.store(certificate, keyPem(key));
      this.tell(`certificate request ${metadata.name} was approved and signed`);
    } finally {
      api.close();
    }
  }

  private async issued(api: ApiClient, path: string, signal: AbortSignal): Promise<string> {
    const deadline = Date.now() + requestTimeout;
    while (Date.now() < deadline) {
      const { status } = await api.request<SigningRequest>('GET', path);
      const refused = status?.conditions?.find(({ type }) => type !== 'Approved');
      if (refused !== undefined) throw new Error(`${refused.type}: ${refused.message ?? ''}`);
      if (status?.certificate !== undefined) {
        return Buffer.from(status.certificate, 'base64').toString();
      }
      await sleep(pollInterval, undefined, { signal });
    }
    throw new Error('nobody approved the certificate request');
  }

  /**
   * Copies the first certificate, which kubeadm init writes into kubelet.conf, to the place where
   * it can be rotated.
   */
  private keepFirstCertificate({ options: { cert, key } }: Access): void {
    if (existsSync(join(this.root, currentPath))) return;
    if (cert !== undefined && key !== undefined) this.store(pemOf(cert), pemOf(key));
  }

  private store(certificate: string, key: string): void {
    const folder = join(this.root, identityFiles.certificates);
    mkdirSync(folder, { recursive: true });
    const file = certificateFile(new Date());
    writeFileSync(join(folder, file), `${certificate.trim()}\n${key}`, { mode: 0o600 });
    rmSync(join(folder, currentFile), { force: true });
    symlinkSync(file, join(folder, currentFile));
  }
}
