// SPDX-License-Identifier: Apache-2.0
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KubeOneManifest } from '../src/kubeone/kubeone-manifest.ts';
import { readNodes } from './played-nodes.ts';

const fileIn = (folder: string) => join(folder, 'clear-secrets');

/** Returns whether etcd has Secrets in clear text. */
export const hasClearSecrets = (folder: string): boolean => existsSync(fileIn(folder));

/** Records that the first API server has written Secrets. */
export function storeSecrets(folder: string, { features }: KubeOneManifest): void {
  if (!features.encryptionProviders.enable) writeFileSync(fileIn(folder), '');
}

/** Records that all Secrets are written again: pkg/tasks/tasks.go, WithRewriteSecrets. */
export function rewriteSecrets(folder: string): void {
  rmSync(fileIn(folder), { force: true });
}

/**
 * Returns whether an update switches encryption at rest on, and so writes all Secrets again at its end. One API
 * server with keys, which an update that stopped has left, is enough for KubeOne not to do it.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/state/context.go `ShouldEnableEncryption`
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/tasks/probes.go `detectEncryptionProvidersEnabled`
 */
export function switchesEncryptionOn(folder: string, { features }: KubeOneManifest): boolean {
  const servers = Object.values(readNodes(folder));
  return features.encryptionProviders.enable && !servers.some(({ encrypts }) => encrypts === true);
}
