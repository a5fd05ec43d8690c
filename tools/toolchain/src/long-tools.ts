// SPDX-License-Identifier: Apache-2.0
import type { Tool } from './tool-types.ts';

/**
 * Tools that only the longest tests need (`npm test -- --all`, e2e/long.cjs, `long` of jest.config.cjs).
 * These tests build them themselves.
 */
export const longTools = {
  cyclonus: {
    version: '0.5.6',
    module: { path: 'github.com/mattfenwick/cyclonus' },
    binaries: [{ name: 'cyclonus', package: '.' }],
    stamps: {},
    coldMinutes: 1.5,
    footprint: { modules: 250, objects: 400, binaries: 55 },
  },
  'flux-controllers': {
    // Deliver a repository into a cluster, as inside a user cluster. They have the libraries of every cloud.
    version: '1.9.5',
    module: { path: 'github.com/fluxcd/source-controller' },
    binaries: [
      { name: 'source-controller', package: 'github.com/fluxcd/source-controller' },
      { name: 'kustomize-controller', package: 'github.com/fluxcd/kustomize-controller' },
    ],
    stamps: {},
    coldMinutes: 7,
    footprint: { modules: 1500, objects: 1700, binaries: 190 },
  },
  kubelogin: {
    // Logs people in, by the kubeconfigs of user clusters with issuers.
    version: '1.36.3',
    minimumGo: '1.26.5',
    module: { path: 'github.com/int128/kubelogin' },
    // kubectl finds a plug-in by the name of its file.
    binaries: [
      {
        name: 'kubectl-oidc_login',
        package: 'github.com/int128/kubelogin',
        builtAs: 'kubelogin',
      },
    ],
    stamps: {},
    coldMinutes: 0.5,
    footprint: { modules: 60, objects: 120, binaries: 15 },
  },
} as const satisfies Readonly<Record<string, Tool>>;
