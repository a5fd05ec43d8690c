// SPDX-License-Identifier: Apache-2.0

/** What a release of KubeOne can do. */
export interface KubeoneRelease {
  /** `1.14`: any patch of it will do. */
  readonly minor: string;
  /** The patch that this was read in. */
  readonly version: string;
  /** Versions of its API that its loader accepts, with the newest last. */
  readonly apiVersions: readonly string[];
  /** Kubernetes minors, both included. */
  readonly kubernetes: { readonly oldest: string; readonly newest: string };
  readonly source: string;
}

/**
 * The KubeOne that Strata drives; `addons/*.tmpl` follow its addons. Its code has the types of v1beta3 too, but its loader refuses
 * them (`AllowedAPIs`).
 */
export const kubeoneRelease = {
  minor: '1.14',
  version: '1.14.2',
  apiVersions: ['v1beta2'],
  kubernetes: { oldest: '1.34', newest: '1.36' },
  source:
    'https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/apis/kubeone/validation/validation.go',
} as const satisfies KubeoneRelease;

/** How to get it. */
export const installKubeone =
  `install KubeOne ${kubeoneRelease.version} and put kubeone on PATH ` +
  '(https://docs.kubermatic.com/kubeone/v1.14/getting-kubeone/)';
