// SPDX-License-Identifier: Apache-2.0

/** Namespace of Flux, in which alone it looks for its objects. */
export const fluxNamespace = 'flux-system';

/**
 * Name of the GitRepository, the Kustomization and the Secret, as `flux bootstrap` would call them: so the
 * repository can have Kustomizations of its own that refer to it.
 *
 * @see https://github.com/fluxcd/flux2/blob/v2.9.5/pkg/manifestgen/sync/options.go
 */
export const deliveryName = 'flux-system';

/** Workloads, which are also the names of their ServiceAccounts. */
export const fluxControllers = ['source-controller', 'kustomize-controller'] as const;

/** The group and version of each kind that Strata makes an object of. */
export const fluxApis = {
  GitRepository: 'source.toolkit.fluxcd.io/v1',
  Kustomization: 'kustomize.toolkit.fluxcd.io/v1',
} as const;
