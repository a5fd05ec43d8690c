// SPDX-License-Identifier: Apache-2.0
import { kubevirtMinors } from '../kubevirt-minors/index.ts';
import { kubeoneMinors, type KubeoneMinor } from './kubeone-minors.ts';
import type { Part } from './versions.ts';

/** The versions of one part that a minor of another part supports; others are not supported. */
export interface SupportWindow {
  readonly part: Exclude<Part, 'guestOs'>;
  /** The minor, with all of its patches. */
  readonly minor: string;
  readonly of: Exclude<Part, 'guestOs'>;
  readonly oldest?: string;
  readonly newest: string;
  readonly source: string;
}

const github = 'https://github.com';

const kubevirt = (minor: string, oldest: string, newest: string): SupportWindow => ({
  part: 'kubevirt',
  minor,
  of: 'infraKubernetes',
  oldest,
  newest,
  source: `${github}/kubevirt/sig-release/blob/main/releases/k8s-support-matrix.md`,
});

const kubeone = ({ minor, newest, oldest }: KubeoneMinor): SupportWindow => ({
  part: 'kubeone',
  minor,
  of: 'infraKubernetes',
  oldest,
  newest,
  source: `https://docs.kubermatic.com/kubeone/v${minor}/architecture/compatibility/supported-versions/`,
});

/**
 * Returns the window of a CDI minor. CDI publishes no table, so it ends with the newest Kubernetes
 * that CDI's CI tests. 1.64 has none: its CI ends at 1.33, and KubeVirt 1.7, with which it is installed, runs
 * on 1.34.
 */
const cdi = (minor: string, newest: string): SupportWindow => ({
  part: 'cdi',
  minor,
  of: 'infraKubernetes',
  newest,
  source: `${github}/kubevirt/containerized-data-importer/tree/release-v${minor}`,
});

/** All windows, by part, oldest first. */
export const supportWindows: readonly SupportWindow[] = [
  kubevirt('1.4', '1.29', '1.31'),
  kubevirt('1.5', '1.30', '1.32'),
  kubevirt('1.6', '1.31', '1.33'),
  ...Object.entries(kubevirtMinors).map(
    ([
      minor,
      {
        kubernetes: [oldest, newest],
      },
    ]) => kubevirt(minor, oldest, newest),
  ),
  ...kubeoneMinors.map(kubeone),
  cdi('1.65', '1.35'),
  cdi('1.66', '1.36'),
  {
    // Built with the libraries of 1.34, which may be at most one minor older than the API, and
    // never newer.
    part: 'cloud-controller-manager',
    minor: '0.6',
    of: 'kubernetes',
    oldest: '1.34',
    newest: '1.35',
    source: 'https://kubernetes.io/releases/version-skew-policy/',
  },
  {
    // The versions on which its conformance tests run.
    part: 'flux',
    minor: '2.9',
    of: 'kubernetes',
    oldest: '1.34',
    newest: '1.36',
    source: `${github}/fluxcd/flux2/blob/v2.9.5/.github/workflows/conformance.yaml`,
  },
];
