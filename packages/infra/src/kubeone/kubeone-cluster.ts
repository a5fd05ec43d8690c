// SPDX-License-Identifier: Apache-2.0
import { local } from '@pulumi/command';
import * as pulumi from '@pulumi/pulumi';
import type { KubeoneConfig } from '@strata/contracts';
import { defaultAuditPolicy } from './audit-policy.ts';
import { credentialsFile } from './credentials-file.ts';
import { endpointUrl } from './endpoint-url.ts';
import { kubeoneName, manifestText, renderKubeoneManifest } from './render-kubeone-manifest.ts';
import type { KubeoneInputs } from './render-kubeone-manifest.ts';
import type { ApplyResult } from './runner/run-apply.ts';
import { resticPasswordVariable, runVariables } from './runner/run-variables.ts';

/** Relative to the program's folder, so that it is the same on every machine. */
const runner = 'node src/kubeone/runner/main.ts';

/** Arguments of {@link KubeOneCluster}. */
export type KubeOneClusterArgs = KubeoneInputs;

function secretEnvironment(kubeone: KubeoneConfig): Record<string, pulumi.Output<string>> {
  const credentials = credentialsFile(kubeone);
  const { backups } = kubeone;
  return {
    ...(credentials !== undefined && { [runVariables.credentials]: pulumi.secret(credentials) }),
    ...(backups !== undefined && { [resticPasswordVariable]: pulumi.secret(backups.password) }),
  };
}

function environmentOf(args: KubeOneClusterArgs): Record<string, pulumi.Input<string>> {
  const { kubeone } = args;
  const { auditLog } = kubeone.features;
  return {
    ...(auditLog.enabled && {
      [runVariables.auditPolicy]: auditLog.policy ?? defaultAuditPolicy,
    }),
    ...(kubeone.pkiBackupFile !== undefined && {
      [runVariables.pkiBackup]: kubeone.pkiBackupFile,
    }),
    ...(kubeone.allowReset &&
      kubeone.allowResetOf !== undefined && { [runVariables.resetOf]: kubeone.allowResetOf }),
    ...secretEnvironment(kubeone),
  };
}

/**
 * Kubernetes on hosts, by `kubeone apply`: once, and again whenever the manifest changes. KubeOne's
 * plan is asked for and checked first; a run that stops half way goes on with the next one.
 *
 * It begins when `options.dependsOn` is there: hosts that were found fit.
 *
 * A destroy leaves the hosts as they are, unless `allowReset` and `allowResetOf` say otherwise.
 *
 * @see https://docs.kubermatic.com/kubeone/v1.14/tutorials/creating-clusters-baremetal/
 */
export class KubeOneCluster extends pulumi.ComponentResource {
  /** Of cluster-admin; a secret. */
  readonly kubeconfig: pulumi.Output<string>;
  /** `https://host:port` */
  readonly apiEndpoint: string;
  /** What the last run did, in KubeOne's words. */
  readonly changes: pulumi.Output<readonly string[]>;
  /** When the last run ended, in the format of ISO 8601; `''` after one of a former version. */
  readonly endedAt: pulumi.Output<string>;

  constructor(
    name: string,
    args: KubeOneClusterArgs,
    options: pulumi.ComponentResourceOptions = {},
  ) {
    super('strata:infra:KubeOneCluster', name, {}, options);
    const { dependsOn } = options;
    const isResettable = args.kubeone.allowReset && args.kubeone.allowResetOf === kubeoneName(args);
    const apply = new local.Command(
      `${name}-apply`,
      {
        create: `${runner} apply`,
        // Never triggers: they replace the resource, and a replacement ends with its delete.
        update: `${runner} apply`,
        ...(isResettable && { delete: `${runner} reset` }),
        stdin: manifestText(renderKubeoneManifest(args)),
        environment: environmentOf(args),
        addPreviousOutputInEnv: true,
        logging: local.Logging.Stderr,
      },
      {
        parent: this,
        additionalSecretOutputs: ['stdout'],
        ...(dependsOn !== undefined && { dependsOn }),
      },
    );
    const result = pulumi.secret(apply.stdout).apply((text) => JSON.parse(text) as ApplyResult);
    this.kubeconfig = result.apply(({ kubeconfig }) => kubeconfig);
    this.changes = pulumi.unsecret(result.apply(({ changes }) => changes));
    this.endedAt = pulumi.unsecret(result.apply(({ endedAt = '' }) => endedAt));
    this.apiEndpoint = endpointUrl(args.kubeone);
    this.registerOutputs({
      kubeconfig: this.kubeconfig,
      changes: this.changes,
      endedAt: this.endedAt,
      apiEndpoint: this.apiEndpoint,
    });
  }
}
