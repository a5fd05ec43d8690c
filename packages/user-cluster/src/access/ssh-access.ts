// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import type { ClusterContext } from '../cluster-context.ts';
import { Bastion } from './bastion.ts';
import { renderSshService } from './render-ssh-service.ts';

/** Arguments of {@link createSshAccess}. */
export interface SshAccessArgs extends ClusterContext {
  /** Private host key in PEM, from the resource SigningKey; only `via: bastion` needs it. */
  readonly hostKeyPem?: pulumi.Input<string>;
}

/**
 * Makes the objects by which SSH reaches the VMs, as `access.ssh.via` chooses. There are at most four
 * objects however many VMs there are, because SSH jumps from the first VM or the bastion to all others.
 *
 * @returns the jump's port from outside; undefined where there is no Service.
 */
export function createSshAccess(
  name: string,
  args: SshAccessArgs,
  options: pulumi.CustomResourceOptions = {},
): pulumi.Output<number | undefined> {
  const { hostKeyPem } = args;
  const aliases = [formerComponent('user-cluster:SshAccess', name, options.parent)];
  if (args.config.access.ssh.via === 'bastion') {
    if (hostKeyPem === undefined) throw new Error('a bastion needs a host key');
    new Bastion(`${name}-bastion`, { ...args, hostKeyPem }, { ...options, aliases });
  }
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
    { ...options, aliases, customTimeouts: { create: '5m' } },
  );
  return service.spec.ports.apply(([port]) =>
    rendered.spec.type === 'NodePort' ? port?.nodePort : port?.port,
  );
}
