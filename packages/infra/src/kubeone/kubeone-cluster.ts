// SPDX-License-Identifier: Apache-2.0
import { local } from '@pulumi/command';
import * as pulumi from '@pulumi/pulumi';
import type { KubeoneConfig } from '../config/index.ts';
import type { Rejoins } from '../rejoins.ts';
import { defaultAuditPolicy } from './audit-policy.ts';
import { credentialsFile } from './credentials-file.ts';
import { endpointUrl } from './endpoint-url.ts';
import { kubeoneName, manifestText, renderKubeoneManifest } from './render-kubeone-manifest.ts';
import type { KubeoneInputs } from './render-kubeone-manifest.ts';
import type { ApplyResult } from './runner/run-apply.ts';
import { resticPasswordVariable, runVariables } from './runner/run-variables.ts';

/** Command of the runner, relative to the program's folder, so that it is the same on every computer. */
const runner = 'node src/kubeone/runner/main.ts';

/** Arguments of {@link KubeOneCluster}. */
export interface KubeOneClusterArgs extends KubeoneInputs {
  readonly rejoins?: Rejoins;
}

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
  const rejoined = Object.entries(args.rejoins ?? {}).map(([name, number]) => `${name}=${number}`);
  return {
    ...(auditLog.enabled && {
      [runVariables.auditPolicy]: auditLog.policy ?? defaultAuditPolicy,
    }),
    ...(kubeone.drainMinutes !== undefined && {
      [runVariables.drainMinutes]: String(kubeone.drainMinutes),
    }),
    ...(kubeone.pkiBackupFile !== undefined && {
      [runVariables.pkiBackup]: kubeone.pkiBackupFile,
    }),
    ...(kubeone.allowReset &&
      kubeone.allowResetOf !== undefined && { [runVariables.resetOf]: kubeone.allowResetOf }),
    ...(rejoined.length > 0 && { [runVariables.rejoined]: rejoined.join(' ') }),
    ...secretEnvironment(kubeone),
  };
}

/**
 * Kubernetes on hosts, installed by `kubeone apply`, which runs again whenever the manifest changes, or
 * a variable of the runner ({@link runVariables}).
 * The runner first asks KubeOne for its plan and checks it. When a run stops half way, the next one
 * continues it, unless kubeadm has stopped.
 *
 * The run begins when `options.dependsOn` is done, which are the checks of the hosts.
 *
 * A destroy leaves Kubernetes on the hosts, unless `allowReset` and `allowResetOf` allow a reset. Profiles and
 * bridges are resources of their own, whose destroy undoes them on the hosts.
 *
 * @see https://docs.kubermatic.com/kubeone/v1.14/tutorials/creating-clusters-baremetal/
 */
export class KubeOneCluster extends pulumi.ComponentResource {
  /** Kubeconfig of cluster-admin; a secret. */
  readonly kubeconfig: pulumi.Output<string>;
  /** `https://host:port` */
  readonly apiEndpoint: string;
  /** Changes of the last run, as KubeOne prints them. */
  readonly changes: pulumi.Output<readonly string[]>;
  /** End of the last run in ISO 8601; `''` when an older version of Strata did that run. */
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
        // No `triggers`: they would replace the resource, and a replacement runs `delete` at its end.
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
