// SPDX-License-Identifier: Apache-2.0
import { credentialSeries, machineCreatedSeries } from '@strata/contracts';
import { machineCertificateDays } from '../bootstrap/index.ts';

const daySeconds = 86_400;

/** Machines are replaced by every update of Kubernetes; who never does one is told so early. */
const machineWarningDays = 90;

/** One thing whose end is known. */
export interface KnownEnd {
  readonly credential: string;
  /** RFC 3339. */
  readonly end: string;
  /** Days before its end at which somebody must know. */
  readonly warningDays: number;
}

/** What the rules are about. */
export interface CredentialRulesArgs {
  readonly cluster: string;
  /** Of the cluster's machines. */
  readonly namespace: string;
  readonly ends: readonly KnownEnd[];
  /** Names of the machines with certificates that kubeadm has made: API server, etcd, front proxy. */
  readonly controlPlane: readonly string[];
}

/** @see https://prometheus.io/docs/prometheus/latest/configuration/recording_rules/ */
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
 * Rules by which the platform's Prometheus knows when everything ends that a cluster lives by; its
 * alert `UserClusterCredentialEnding` compares with the clock. They hold the ends that the last update
 * of the stack has left, so they are right for as long as no update comes, and need no exporter that
 * reads Secrets.
 *
 * What kubeadm makes on a machine is in no state: it is as old as the machine, whose time KubeVirt
 * tells.
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
