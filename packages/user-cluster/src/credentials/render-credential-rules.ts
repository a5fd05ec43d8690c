// SPDX-License-Identifier: Apache-2.0
import { credentialSeries, machineCreatedSeries } from '@strata/contracts';
import { machineCertificateDays } from '../bootstrap/index.ts';

const daySeconds = 86_400;

/**
 * Every update of Kubernetes replaces the VMs; a cluster that is never updated needs a warning this
 * early.
 */
const machineWarningDays = 90;

/** A credential whose end is known. */
export interface KnownEnd {
  readonly credential: string;
  /** RFC 3339. */
  readonly end: string;
  /** Days before the end at which somebody must know. */
  readonly warningDays: number;
}

/** Input of the rules of one cluster. */
export interface CredentialRulesArgs {
  readonly cluster: string;
  /** Namespace of the cluster's VMs. */
  readonly namespace: string;
  readonly ends: readonly KnownEnd[];
  /** Names of the VMs with certificates that kubeadm has made: API server, etcd, front proxy. */
  readonly controlPlane: readonly string[];
}

/** A rule that records a series. @see https://prometheus.io/docs/prometheus/latest/configuration/recording_rules/ */
interface RecordingRule {
  readonly record: string;
  readonly expr: string;
  readonly labels: Readonly<Record<string, string>>;
}

/** Spec of a PrometheusRule that only records. */
export interface CredentialRules {
  readonly groups: readonly { readonly name: string; readonly rules: readonly RecordingRule[] }[];
}

/**
 * Renders the rules by which the platform's Prometheus knows when each credential of a cluster ends; its
 * alert `UserClusterCredentialEnding` compares these times with the clock. The rules contain the ends as
 * of the last update of the stack, so they stay right until the next update, and need no exporter that
 * reads Secrets.
 *
 * Certificates that kubeadm makes on a VM are in no state: they are as old as the VM, and KubeVirt
 * exports the time at which it was created.
 */
export function renderCredentialRules(args: CredentialRulesArgs): CredentialRules {
  const { cluster, controlPlane, ends, namespace } = args;
  const rules = (credential: string, end: string, warningDays: number): RecordingRule[] => {
    const labels = { cluster, credential };
    return [
      { record: credentialSeries.end, expr: end, labels },
      { record: credentialSeries.warning, expr: `vector(${warningDays * daySeconds})`, labels },
    ];
  };
  const made = (machine: string) =>
    `max(${machineCreatedSeries}{namespace="${namespace}",name="${machine}"})`;
  return {
    groups: [
      {
        name: `strata-credentials-${cluster}`,
        rules: [
          ...ends.flatMap(({ credential, end, warningDays }) =>
            rules(credential, `vector(${Date.parse(end) / 1_000})`, warningDays),
          ),
          ...controlPlane.flatMap((machine) =>
            rules(
              `certificates of ${machine}`,
              `${made(machine)} + ${machineCertificateDays * daySeconds}`,
              machineWarningDays,
            ),
          ),
        ],
      },
    ],
  };
}
