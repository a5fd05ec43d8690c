// SPDX-License-Identifier: Apache-2.0
import { core } from '@pulumi/kubernetes';
import * as pulumi from '@pulumi/pulumi';
import { annotationKeys, clusterLabels, ownerAnnotations } from '@strata/contracts';
import { formerComponent } from '@strata/contracts/program';
import { applyAlways } from '../apply-always.ts';
import { machineGeneration } from '../machines/index.ts';
import type { MachineArgs } from '../machines/index.ts';
import type { BootstrapArgs, LastingBootstrapArgs } from './bootstrap-args.ts';
import { renderUserData } from './render-user-data.ts';
import { slotOf, startUpSecretName } from './start-up-secrets.ts';
import type { StartUpSecret } from './start-up-secrets.ts';

/** A VM without the fields that follow from its start-up data. */
export type MachineParts = Omit<MachineArgs, 'generation' | 'userDataSecret' | 'networkData'> & {
  /** Existing Secrets with start-up data of all VMs of the cluster. @default none */
  readonly startUpSecrets?: readonly StartUpSecret[] | undefined;
};

/** Arguments of {@link createUserData}. */
export interface UserDataArgs {
  readonly machine: MachineParts;
  /** Holds secrets. */
  readonly bootstrap: pulumi.Input<LastingBootstrapArgs>;
  /** Token by which a worker joins, `<id>.<secret>`. Control-plane VMs have none. */
  readonly token?: pulumi.Input<string>;
  /**
   * Network configuration of the guest's interfaces.
   *
   * @default none: the guest asks for an address by DHCP
   */
  readonly networkData?: string | undefined;
  /** Further annotations of the Secret. @default none */
  readonly annotations?: Readonly<Record<string, pulumi.Input<string>>>;
}

/** Result of {@link createUserData}. */
export interface UserData {
  readonly secret: pulumi.Output<core.v1.Secret>;
  /** Known before the Secret exists, unless its keys do not exist either. */
  readonly secretName: pulumi.Output<string>;
  /**
   * Hash of everything that the VM is made of, in eight hexadecimal digits. Not secret: it reveals
   * nothing.
   */
  readonly generation: pulumi.Output<string>;
}

/**
 * Makes the Secret that VMs start with, and returns it with the generation that follows from its
 * content. The name of the Secret contains the generation, which does not depend on the token by which
 * VMs join: a new token changes the content of the Secret and replaces no VM; any other change makes
 * another Secret and new VMs. The previous Secret stays until an update has succeeded: existing VMs
 * start with it, and a failed roll can go back to it ({@link StartUpSecret}).
 */
export function createUserData(
  name: string,
  { machine, networkData, annotations = {}, ...args }: UserDataArgs,
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
            ...annotations,
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

function withToken(told: LastingBootstrapArgs, token: string): BootstrapArgs {
  return told.role === 'worker' ? { ...told, token } : told;
}
