// SPDX-License-Identifier: Apache-2.0
import type * as pulumi from '@pulumi/pulumi';

/** How long a credential that expires is valid. */
export interface KeyTerm {
  readonly lifetimeDays: number;
  /** Days before its end; from then on, an update of the stack renews it. */
  readonly renewBeforeDays: number;
}

/** Terms of credentials that the stack makes for itself and for the cluster's own programs. */
export const keyTerms = {
  joinToken: { lifetimeDays: 30, renewBeforeDays: 15 },
  /** Kubeconfigs of the stack and of the controllers. */
  kubeconfig: { lifetimeDays: 365, renewBeforeDays: 60 },
  authority: { lifetimeDays: 3650, renewBeforeDays: 365 },
} as const satisfies Readonly<Record<string, KeyTerm>>;

/**
 * Returns the term of a kubeconfig: an update renews it 60 days before its end, or once half of its life
 * is over if that is later.
 */
export function kubeconfigTerm(lifetimeDays: number): KeyTerm {
  const { renewBeforeDays } = keyTerms.kubeconfig;
  return {
    lifetimeDays,
    renewBeforeDays: Math.min(renewBeforeDays, Math.floor(lifetimeDays / 2)),
  };
}

/**
 * Returns how many days before the end of a credential somebody is told that nothing has renewed it:
 * when a third of the time is left in which updates renew it. A credential that the daily deployment
 * renews never comes so near to its end.
 *
 * @see tools/gitops/src/deploy/rings.ts `renewAfterDays`
 */
export function warningDays({ renewBeforeDays }: KeyTerm): number {
  return Math.floor(renewBeforeDays / 3);
}

/** A credential that expires. */
export interface CredentialEnd {
  /** Name in alerts, without the article: "join token". */
  readonly credential: string;
  /** RFC 3339. */
  readonly end: pulumi.Input<string>;
  /** Days before the end at which somebody must know. */
  readonly warningDays: number;
}
