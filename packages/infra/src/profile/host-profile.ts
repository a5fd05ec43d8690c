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
}

/**
 * Gives hosts their profiles: files, what makes them count, and a look whether they do. One host
 * after the other, so what goes wrong goes wrong on one. A host with the profile standard has no
 * resource; one that had another before gets that undone, as all do in a destroy. The first waits for
 * `opts.dependsOn`.
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
    { ssh, hostProfiles }: HostProfileArgs,
    dependsOn: pulumi.ResourceOptions['dependsOn'],
  ): remote.Command {
    const profile = profileOf(host.name, hostProfiles);
    const shell = rootShell(host, ssh);
    return new remote.Command(
      `${name}-${host.name}`,
      {
        connection: connectionTo(host, ssh),
        create: `${shell} apply`,
        delete: `${shell} undo`,
        stdin: renderProfileScript({ host: host.name, profile, config: hostProfiles }),
        addPreviousOutputInEnv: false,
      },
      { parent: this, ...(dependsOn !== undefined && { dependsOn }) },
    );
  }
}
