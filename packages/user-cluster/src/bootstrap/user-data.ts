// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, ownerAnnotations } from '@strata/contracts';
import { machineGeneration } from '../machines/index.ts';
import type { MachineArgs } from '../machines/index.ts';
import type { BootstrapArgs, LastingBootstrapArgs } from './bootstrap-args.ts';
import { renderUserData } from './render-user-data.ts';

/** A machine, but for what only its start-up data decides. */
export type MachineParts = Omit<MachineArgs, 'generation' | 'userDataSecret' | 'networkData'>;

/** Arguments of {@link UserData}. */
export interface UserDataArgs {
  readonly machine: MachineParts;
  /** Holds secrets. */
  readonly bootstrap: pulumi.Input<LastingBootstrapArgs>;
  /** By which a worker joins, `<id>.<secret>`. Control-plane machines have none. */
  readonly token?: pulumi.Input<string>;
  /** What the guest is told of its interfaces. @default none: it asks for an address by DHCP */
  readonly networkData?: string | undefined;
}

/**
 * The Secret that machines start with, and the generation that follows from it. The Secret is called
 * after the generation, which does not know the token by which machines join: a new token changes
 * what is in the Secret, and no machine; anything else makes another Secret, and new machines.
 */
export class UserData extends pulumi.ComponentResource {
  /** Known before it exists, unless its keys do not exist either. */
  readonly secretName: pulumi.Output<string>;
  /** What machines are made of, in eight letters. Not secret: nothing can be told from it. */
  readonly generation: pulumi.Output<string>;

  constructor(name: string, args: UserDataArgs, options?: pulumi.ComponentResourceOptions) {
    super('strata:user-cluster:UserData', name, {}, options);
    const { machine, networkData } = args;
    const { environment, cluster, namespace, group, index } = machine;
    const bootstrap = pulumi.output(args.bootstrap) as pulumi.Output<LastingBootstrapArgs>;
    this.generation = pulumi.unsecret(
      bootstrap.apply((told) =>
        machineGeneration(
          { ...machine, networkData: networkData !== undefined },
          renderUserData(withToken(told, '')) + (networkData ?? ''),
        ),
      ),
    );
    const owner = index === undefined ? group : `${group}-${index}`;
    this.secretName = this.generation.apply((generation) => `${owner}-userdata-${generation}`);
    new core.v1.Secret(
      `${name}-secret`,
      {
        metadata: {
          name: this.secretName,
          namespace,
          labels: clusterLabels(environment, cluster),
          annotations: ownerAnnotations,
        },
        stringData: {
          userdata: pulumi.secret(
            pulumi
              .all([bootstrap, args.token ?? ''])
              .apply(([told, token]) => renderUserData(withToken(told, token))),
          ),
          ...(networkData !== undefined && { networkdata: networkData }),
        },
      },
      { parent: this },
    );
    this.registerOutputs({ secretName: this.secretName, generation: this.generation });
  }
}

function withToken(told: LastingBootstrapArgs, token: string): BootstrapArgs {
  return told.role === 'worker' ? { ...told, token } : told;
}
