// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels } from '@strata/contracts';
import type { ClusterContext } from '../cluster-context.ts';
import { Bastion } from './bastion.ts';
import { renderSshService } from './render-ssh-service.ts';

/** Arguments of {@link SshAccess}. */
export interface SshAccessArgs extends ClusterContext {
  /** Of the resource SigningKey; only `via: bastion` needs it. */
  readonly hostKeyPem?: pulumi.Input<string>;
}

/**
 * The way by which SSH gets to the machines, as the configuration chooses it; at most four objects
 * however many machines there are, because one goes on from the first one to all others.
 */
export class SshAccess extends pulumi.ComponentResource {
  /** Port of the jump from outside; undefined where there is none. */
  readonly port: pulumi.Output<number | undefined>;

  constructor(name: string, args: SshAccessArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:SshAccess', name, {}, options);
    const { hostKeyPem } = args;
    if (args.config.access.ssh.via === 'bastion') {
      if (hostKeyPem === undefined) throw new Error('a bastion needs a host key');
      new Bastion(`${name}-bastion`, { ...args, hostKeyPem }, { parent: this });
    }
    this.port = this.#createService(name, args);
    this.registerOutputs({ port: this.port });
  }

  #createService(name: string, args: SshAccessArgs): SshAccess['port'] {
    const rendered = renderSshService(args);
    if (rendered === undefined) return pulumi.output(undefined);
    const { cluster, environment, namespace } = args;
    const service = new core.v1.Service(
      `${name}-service`,
      {
        metadata: {
          name: 'ssh',
          namespace,
          labels: clusterLabels(environment, cluster),
          annotations: rendered.annotations,
        },
        spec: rendered.spec,
      },
      { parent: this, customTimeouts: { create: '5m' } },
    );
    return service.spec.ports.apply(([port]) =>
      rendered.spec.type === 'NodePort' ? port?.nodePort : port?.port,
    );
  }
}
