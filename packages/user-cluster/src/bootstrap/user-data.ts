// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import {
  annotationKeys,
  clusterLabels,
  formerComponent,
  ownerAnnotations,
} from '@strata/contracts';
import { machineGeneration } from '../machines/index.ts';
import type { MachineArgs } from '../machines/index.ts';
import type { BootstrapArgs, LastingBootstrapArgs } from './bootstrap-args.ts';
import { renderUserData } from './render-user-data.ts';
import { slotOf, startUpSecretName } from './start-up-secrets.ts';
import type { StartUpSecret } from './start-up-secrets.ts';

/** A machine, but for what only its start-up data decides. */
export type MachineParts = Omit<MachineArgs, 'generation' | 'userDataSecret' | 'networkData'> & {
  /** Of all machines of the cluster, those that are there already. @default none */
  readonly startUpSecrets?: readonly StartUpSecret[] | undefined;
};

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
  readonly secret: pulumi.Output<core.v1.Secret>;
  /** Known before it exists, unless its keys do not exist either. */
  readonly secretName: pulumi.Output<string>;
  /** What machines are made of, in eight letters. Not secret: nothing can be told from it. */
  readonly generation: pulumi.Output<string>;
}

/**
 * The Secret that machines start with, and the generation that follows from it. The Secret is called
 * after the generation, which does not know the token by which machines join: a new token changes
 * what is in the Secret, and no machine; anything else makes another Secret, and new machines. The one
 * of before stays until an update has succeeded: machines that are there start with it, and a roll that
 * failed can go back to it ({@link StartUpSecret}).
 */
export function createUserData(
  name: string,
  { machine, networkData, ...args }: UserDataArgs,
  options: pulumi.CustomResourceOptions = {},
): UserData {
  const { environment, cluster, namespace, group, index, startUpSecrets = [] } = machine;
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
  const secretName = generation.apply((value) => startUpSecretName(owner, value));
  const userdata = pulumi.secret(
    pulumi
      .all([bootstrap, args.token ?? ''])
      .apply(([told, token]) => renderUserData(withToken(told, token))),
  );
  const secret = applyAlways(generation, (value) => {
    const slot = slotOf(startUpSecrets, owner, value);
    const isFirst = slot === 0;
    return new core.v1.Secret(
      isFirst ? `${name}-secret` : `${name}-secret-${slot}`,
      {
        metadata: {
          name: secretName,
          namespace,
          labels: clusterLabels(environment, cluster),
          annotations: {
            ...ownerAnnotations,
            ...(!isFirst && { [annotationKeys.slot]: String(slot) }),
          },
        },
        stringData: { userdata, ...(networkData !== undefined && { networkdata: networkData }) },
      },
      {
        ...options,
        ...(isFirst && {
          aliases: [formerComponent('user-cluster:UserData', name, options.parent)],
        }),
      },
    );
  });
  return { secret, secretName, generation };
}

/**
 * `apply` that runs in every preview, with undefined where the value is not known yet: a resource that
 * was made in it would be missing in that preview, and an update plan would refuse it. The SDK can do so,
 * and uses it itself; its types do not say it.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/sdk/nodejs/output.ts (apply: runWithUnknowns)
 */
function applyAlways<T, U>(
  output: pulumi.Output<T>,
  make: (value: T | undefined) => U,
): pulumi.Output<U> {
  const wide = output as unknown as {
    apply: (make: (value: T) => U, runWithUnknowns: true) => pulumi.Output<U>;
  };
  return wide.apply((value) => make(pulumi.isUnknown(value) ? undefined : value), true);
}

function withToken(told: LastingBootstrapArgs, token: string): BootstrapArgs {
  return told.role === 'worker' ? { ...told, token } : told;
}
