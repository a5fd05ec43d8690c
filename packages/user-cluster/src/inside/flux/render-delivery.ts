// SPDX-License-Identifier: Apache-2.0
import type { FluxConfig } from '../../config/index.ts';
import { deliveryName } from './flux-names.ts';

const seconds = (count: number) => `${count}s`;

/**
 * Returns the keys of the Secret by which Flux reaches the repository; none where it needs no Secret.
 *
 * @see https://github.com/fluxcd/source-controller/blob/v1.9.5/docs/spec/v1/gitrepositories.md#secret-reference
 */
export function repositorySecret({
  certificateAuthority,
  credentials,
}: FluxConfig): Readonly<Record<string, string>> {
  const { knownHosts, password, privateKey, username = 'git' } = credentials ?? {};
  return {
    ...(password !== undefined && { username, password }),
    ...(privateKey !== undefined && { identity: privateKey }),
    ...(knownHosts !== undefined && { known_hosts: knownHosts }),
    ...(certificateAuthority !== undefined && { 'ca.crt': certificateAuthority }),
  };
}

/** Returns the `spec` of the GitRepository: where the objects come from. */
export function gitRepositorySpec(flux: FluxConfig) {
  const { intervalSeconds, ref, url } = flux;
  const needsSecret = Object.keys(repositorySecret(flux)).length > 0;
  return {
    url,
    ref,
    interval: seconds(intervalSeconds),
    ...(needsSecret && { secretRef: { name: deliveryName } }),
  };
}

/** How often the cluster is compared with the commit that was delivered last; as `flux bootstrap` has it. */
const driftSeconds = 600;

/**
 * Returns the `spec` of the Kustomization: what is delivered. When it is deleted, what it has delivered
 * stays; `prune` is about objects that leave the repository.
 *
 * @see https://github.com/fluxcd/kustomize-controller/blob/v1.9.5/docs/spec/v1/kustomizations.md#deletion-policy
 */
export function kustomizationSpec({ intervalSeconds, path, prune }: FluxConfig) {
  return {
    sourceRef: { kind: 'GitRepository', name: deliveryName },
    path,
    prune,
    deletionPolicy: 'Orphan',
    interval: seconds(driftSeconds),
    retryInterval: seconds(intervalSeconds),
  };
}
