// SPDX-License-Identifier: Apache-2.0
import { remote } from '@pulumi/command';
import * as pulumi from '@pulumi/pulumi';
import type { HostProfilesConfig, SshConfig } from '@strata/contracts';
import { profileOf } from '../preflight/index.ts';
import { connectionTo, rootShell, type SshHost } from '../ssh/index.ts';
import { renderProfileScript } from './render-profile-script.ts';

export interface HostProfileArgs {
  readonly hosts: readonly SshHost[];
  readonly ssh: SshConfig;
  readonly hostProfiles: HostProfilesConfig;
  /**
   * When KubeOne ran last, for the second look of {@link HostProfile}: another time is another look.
   *
   * @default the first look, before KubeOne
   */
  readonly keptAfter?: pulumi.Input<string>;
}

/**
 * Gives hosts their profiles: files, what makes them count, and a look whether they do. One host
 * after the other, so what goes wrong goes wrong on one: nothing is done to those behind it. A host
 * with the profile standard has no resource; one that had another before gets that undone, as all do
 * in a destroy. The first waits for `opts.dependsOn`.
 *
 * There are two: one before KubeOne, so that kubelets join with their profile, and one with
 * `keptAfter`. KubeOne switches swap off and starts kubelets anew, on all hosts, whenever it touches
 * packages; the second puts right what it has undone, and looks whether kubelets are well. It has
 * nothing to undo in a destroy.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/os_debian.go
 */
export class HostProfile extends pulumi.ComponentResource {
  /** Name of each host with a profile to that profile, once it holds. */
  readonly applied: pulumi.Output<Readonly<Record<string, string>>>;

  constructor(name: string, args: HostProfileArgs, opts?: pulumi.ComponentResourceOptions) {
    super('strata:infra:HostProfile', name, {}, opts);
    const { hostProfiles } = args;
    const hosts = args.hosts.filter((host) => profileOf(host.name, hostProfiles) !== 'standard');
    let before = opts?.dependsOn;
    const applied = hosts.map((host) => {
      const command = this.#apply(name, host, args, before);
      before = command;
      return [host.name, command.stdout] as const;
    });
    this.applied = pulumi.unsecret(pulumi.output(Object.fromEntries(applied)));
    this.registerOutputs({ applied: this.applied });
  }

  #apply(
    name: string,
    host: SshHost,
    { ssh, hostProfiles, keptAfter }: HostProfileArgs,
    dependsOn: pulumi.ResourceOptions['dependsOn'],
  ): remote.Command {
    const profile = profileOf(host.name, hostProfiles);
    const shell = rootShell(host, ssh);
    return new remote.Command(
      `${name}-${host.name}`,
      {
        connection: connectionTo(host, ssh),
        ...(keptAfter === undefined
          ? { create: `${shell} apply`, delete: `${shell} undo` }
          : {
              create: `${shell} apply kept`,
              update: pulumi.interpolate`${shell} apply kept ${keptAfter}`,
            }),
        stdin: renderProfileScript({ host: host.name, profile, config: hostProfiles }),
        addPreviousOutputInEnv: false,
      },
      { parent: this, ...(dependsOn !== undefined && { dependsOn }) },
    );
  }
}
