// SPDX-License-Identifier: Apache-2.0

/** A kubeconfig that cannot be used. */
export class KubeconfigError extends Error {
  /** Completes "the kubeconfig ..."; quotes nothing of it, because it has credentials in it. */
  readonly problem: string;

  constructor(problem: string) {
    super(`the kubeconfig ${problem}`);
    this.name = 'KubeconfigError';
    this.problem = problem;
  }
}
