// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/** How long something is good that ends by itself. */
export interface KeyTerm {
  readonly lifetimeDays: number;
  /** So many days before its end, an update of the stack makes it anew. */
  readonly renewBeforeDays: number;
}

/** Terms of what the stack makes for itself and for the cluster's own programs. */
export const keyTerms = {
  joinToken: { lifetimeDays: 30, renewBeforeDays: 15 },
  /** Kubeconfigs of the stack and of the controllers. */
  kubeconfig: { lifetimeDays: 365, renewBeforeDays: 60 },
  authority: { lifetimeDays: 3650, renewBeforeDays: 365 },
} as const satisfies Readonly<Record<string, KeyTerm>>;

/** When a kubeconfig is renewed: the shorter its life, the sooner, but never as soon as it is made. */
export function kubeconfigTerm(lifetimeDays: number): KeyTerm {
  const { renewBeforeDays } = keyTerms.kubeconfig;
  return {
    lifetimeDays,
    renewBeforeDays: Math.min(renewBeforeDays, Math.floor(lifetimeDays / 2)),
  };
}

/**
 * So many days before its end, somebody is told that nothing has renewed it: when a third of the time
 * is left in which updates do. What the daily deployment renews never comes so near to its end.
 *
 * @see packages/contracts/src/deployment/rings.ts `renewAfterDays`
 */
export function warningDays({ renewBeforeDays }: KeyTerm): number {
  return Math.floor(renewBeforeDays / 3);
}

/** One thing that ends. */
export interface CredentialEnd {
  /** In the words of alerts: "The join token", without the article. */
  readonly credential: string;
  /** RFC 3339. */
  readonly end: pulumi.Input<string>;
  /** Days before its end at which somebody must know. */
  readonly warningDays: number;
}
