// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { clusterLabels, formerComponent, ownerAnnotations } from '@strata/contracts';
import { machineGeneration } from '../machines/index.ts';
import type { MachineArgs } from '../machines/index.ts';
import type { BootstrapArgs, LastingBootstrapArgs } from './bootstrap-args.ts';
import { renderUserData } from './render-user-data.ts';

/** A machine, but for what only its start-up data decides. */
export type MachineParts = Omit<MachineArgs, 'generation' | 'userDataSecret' | 'networkData'>;

/** Arguments of {@link createUserData}. */
export interface UserDataArgs {
  readonly machine: MachineParts;
  /** Holds secrets. */
  readonly bootstrap: pulumi.Input<LastingBootstrapArgs>;
  /** By which a worker joins, `<id>.<secret>`. Control-plane machines have none. */
  readonly token?: pulumi.Input<string>;
  /** What the guest is told of its interfaces. @default none: it asks for an address by DHCP */
  readonly networkData?: string | undefined;
}

/** What {@link createUserData} has made. */
export interface UserData {
  readonly secret: core.v1.Secret;
  /** Known before it exists, unless its keys do not exist either. */
  readonly secretName: pulumi.Output<string>;
  /** What machines are made of, in eight letters. Not secret: nothing can be told from it. */
  readonly generation: pulumi.Output<string>;
}

/**
 * The Secret that machines start with, and the generation that follows from it. The Secret is called
 * after the generation, which does not know the token by which machines join: a new token changes
 * what is in the Secret, and no machine; anything else makes another Secret, and new machines.
 */
export function createUserData(
  name: string,
  { machine, networkData, ...args }: UserDataArgs,
  options: pulumi.CustomResourceOptions = {},
): UserData {
  const { environment, cluster, namespace, group, index } = machine;
  const bootstrap = pulumi.output(args.bootstrap) as pulumi.Output<LastingBootstrapArgs>;
  const generation = pulumi.unsecret(
    bootstrap.apply((told) =>
      machineGeneration(
        { ...machine, networkData: networkData !== undefined },
        renderUserData(withToken(told, '')) + (networkData ?? ''),
      ),
    ),
  );
  const owner = index === undefined ? group : `${group}-${index}`;
  const secretName = generation.apply((value) => `${owner}-userdata-${value}`);
  const userdata = pulumi.secret(
    pulumi
      .all([bootstrap, args.token ?? ''])
      .apply(([told, token]) => renderUserData(withToken(told, token))),
  );
  const secret = new core.v1.Secret(
    `${name}-secret`,
    {
      metadata: {
        name: secretName,
        namespace,
        labels: clusterLabels(environment, cluster),
        annotations: ownerAnnotations,
      },
      stringData: { userdata, ...(networkData !== undefined && { networkdata: networkData }) },
    },
    { ...options, aliases: [formerComponent('user-cluster:UserData', name, options.parent)] },
  );
  return { secret, secretName, generation };
}

function withToken(told: LastingBootstrapArgs, token: string): BootstrapArgs {
  return told.role === 'worker' ? { ...told, token } : told;
}
