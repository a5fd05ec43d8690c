// SPDX-License-Identifier: Apache-2.0
import { remote } from '@pulumi/command';
import * as pulumi from '@pulumi/pulumi';
import type { HostProfilesConfig, SshConfig } from '../config/index.ts';
import { profileOf } from '../preflight/index.ts';
import { rejoinedLine, type Rejoins } from '../rejoins.ts';
import { connectionTo, rootShell, type SshHost } from '../ssh/index.ts';
import { renderProfileScript } from './render-profile-script.ts';

export interface HostProfileArgs {
  readonly hosts: readonly SshHost[];
  readonly ssh: SshConfig;
  readonly hostProfiles: HostProfilesConfig;
  /** How often hosts have joined again: another number of a host repeats the work on it. */
  readonly rejoins?: Rejoins;
  /**
   * End of the last run of KubeOne, for the component that runs after KubeOne (see
   * {@link HostProfile}): another time makes it check the hosts again.
   *
   * @default absent, for the component that runs before KubeOne
   */
  readonly keptAfter?: pulumi.Input<string>;
}

/**
 * Applies profiles to hosts: writes files, runs the commands that put them in force, and checks the
 * result. Hosts are changed one after the other, so that a failure affects one host and stops before
 * the next. A host with the profile standard has no resource; when it had another profile before,
 * that is undone, as in a destroy. The first host waits for `opts.dependsOn`.
 *
 * The program has two of these components: one before KubeOne, so that kubelets join with their
 * profile, and one after it, with `keptAfter`. KubeOne switches swap off and restarts kubelets on
 * all hosts whenever it installs packages. The second component restores what KubeOne has undone and
 * checks that kubelets stay up. A destroy of it changes nothing on the hosts.
 *
 * @see https://github.com/kubermatic/kubeone/blob/v1.14.2/pkg/scripts/os_debian.go
 */
export class HostProfile extends pulumi.ComponentResource {
  /** Profiles by host name, once they are applied; without hosts with the profile standard. */
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
    { ssh, hostProfiles, keptAfter, rejoins = {} }: HostProfileArgs,
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
        stdin:
          renderProfileScript({ host: host.name, profile, config: hostProfiles }) +
          rejoinedLine(host.name, rejoins),
        addPreviousOutputInEnv: false,
      },
      { parent: this, ...(dependsOn !== undefined && { dependsOn }) },
    );
  }
}
