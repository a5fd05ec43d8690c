// SPDX-License-Identifier: Apache-2.0
import { remote } from '@pulumi/command';
import * as pulumi from '@pulumi/pulumi';
import type { BridgeConfig, SshConfig } from '../config/index.ts';
import { bridgesOf } from '../preflight/index.ts';
import { rejoinedLine, type Rejoins } from '../rejoins.ts';
import { connectionTo, rootShell, type SshHost } from '../ssh/index.ts';
import { renderBridgesScript } from './render-bridges-script.ts';

export interface HostBridgesArgs {
  readonly hosts: readonly SshHost[];
  readonly ssh: SshConfig;
  readonly bridges: readonly BridgeConfig[];
  /** How often hosts have joined again: another number of a host repeats the work on it. */
  readonly rejoins?: Rejoins;
}

/**
 * Sets up the bridges on hosts that carry the VLANs of user clusters. A host takes its bridges back
 * by itself unless a new SSH connection confirms them in time, so that a host never stays
 * unreachable. Hosts are changed one after the other, so that a wrong uplink affects only one host;
 * the first one waits for `opts.dependsOn`.
 */
export class HostBridges extends pulumi.ComponentResource {
  /** Names of the confirmed bridges by host name. */
  readonly confirmed: pulumi.Output<Readonly<Record<string, string>>>;

  constructor(name: string, args: HostBridgesArgs, opts?: pulumi.ComponentResourceOptions) {
    super('strata:infra:HostBridges', name, {}, opts);
    const hosts = args.hosts.filter((host) => bridgesOf(host.name, args.bridges).length > 0);
    let before = opts?.dependsOn;
    const confirmed = hosts.map((host) => {
      const confirmation = this.#make(name, host, args, before);
      before = confirmation;
      return [host.name, confirmation.stdout] as const;
    });
    this.confirmed = pulumi.unsecret(pulumi.output(Object.fromEntries(confirmed)));
    this.registerOutputs({ confirmed: this.confirmed });
  }

  #make(
    name: string,
    host: SshHost,
    { ssh, bridges, rejoins = {} }: HostBridgesArgs,
    dependsOn: pulumi.ResourceOptions['dependsOn'],
  ): remote.Command {
    const connection = connectionTo(host, ssh);
    const shell = rootShell(host, ssh);
    const script = renderBridgesScript({ host: host.name, bridges: bridgesOf(host.name, bridges) });
    const stdin = script + rejoinedLine(host.name, rejoins);
    const shared = { connection, stdin, addPreviousOutputInEnv: false };
    const applied = new remote.Command(
      `${name}-${host.name}-apply`,
      { ...shared, create: `${shell} apply`, delete: `${shell} undo` },
      { parent: this, ...(dependsOn !== undefined && { dependsOn }) },
    );
    return new remote.Command(
      `${name}-${host.name}-confirm`,
      { ...shared, create: `${shell} confirm` },
      { parent: this, dependsOn: applied },
    );
  }
}
