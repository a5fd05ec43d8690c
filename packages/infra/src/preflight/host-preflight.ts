// SPDX-License-Identifier: Apache-2.0
import { remote } from '@pulumi/command';
import * as pulumi from '@pulumi/pulumi';
import type { PreflightConfig, SshConfig } from '../config/index.ts';
import type { Rejoins } from '../rejoins.ts';
import { connectionTo, type SshHost } from '../ssh/index.ts';
import { findTwins } from './find-twins.ts';
import { parseHostFacts, type HostFacts } from './host-facts.ts';
import { renderPreflightScript } from './render-preflight-script.ts';
import type { HostNeeds } from './requirement.ts';

export interface HostPreflightArgs {
  /** Hosts with their requirements; see {@link hostNeeds}. */
  readonly hosts: readonly (SshHost & { readonly needs: HostNeeds })[];
  readonly ssh: SshConfig;
  readonly preflight: Pick<PreflightConfig, 'recheck' | 'waived'>;
  /** How often hosts have joined again: another number of a host makes it a new host. */
  readonly rejoins?: Rejoins;
  /** `https://host:port` of the API of the cluster that the hosts will join. */
  readonly endpoint: string;
}

/** Renders the script for one host; previews and updates run the same script. */
export function scriptFor(
  host: HostPreflightArgs['hosts'][number],
  { preflight, endpoint }: HostPreflightArgs,
): string {
  return renderPreflightScript({
    host: host.name,
    address: host.publicAddress,
    needs: host.needs,
    endpoint,
    waived: Object.keys(preflight.waived),
    recheck: preflight.recheck,
  });
}

/**
 * Checks all hosts at the same time over SSH, without changing anything, against their requirements.
 * For a host that does not meet them, its command fails with the whole report; it is then not in the
 * state, so the next run checks the host again. An admitted host is checked again when its
 * requirements or `recheck` change, then without the requirements that only hold before it is a
 * node. A host with another address or host key, or one that joins again, counts as a new host.
 */
export class HostPreflight extends pulumi.ComponentResource {
  /** Facts of the hosts. They have a value once every host is admitted and no two entries are the same host, so later steps must wait for them. */
  readonly facts: pulumi.Output<readonly HostFacts[]>;

  constructor(name: string, args: HostPreflightArgs, opts?: pulumi.ComponentResourceOptions) {
    super('strata:infra:HostPreflight', name, {}, opts);
    const { hosts } = args;
    const answers = hosts.map((host) => this.#ask(name, host, args));
    this.facts = pulumi
      .unsecret(pulumi.all(answers.map(({ stdout }) => stdout)))
      .apply((texts) =>
        admit(hosts.map((host, index) => parseHostFacts(host.name, texts[index] ?? ''))),
      );
    this.registerOutputs({ facts: this.facts });
  }

  #ask(
    name: string,
    host: HostPreflightArgs['hosts'][number],
    args: HostPreflightArgs,
  ): remote.Command {
    const connection = connectionTo(host, args.ssh);
    const rejoins = args.rejoins?.[host.name];
    return new remote.Command(
      `${name}-${host.name}`,
      {
        connection,
        create: 'sh -s fresh',
        update: 'sh -s drift',
        stdin: scriptFor(host, args),
        triggers: [
          host.publicAddress,
          connection.hostKey,
          ...(rejoins === undefined ? [] : [String(rejoins)]),
        ],
        logging: 'none',
        addPreviousOutputInEnv: false,
      },
      { parent: this },
    );
  }
}

/** Returns the facts. @throws RunError that names all hosts that share a value that must be unique. */
function admit(facts: readonly HostFacts[]): readonly HostFacts[] {
  const twins = findTwins(facts);
  if (twins.length === 0) return facts;
  throw new pulumi.RunError(
    `${twinReport(twins)}\n` +
      'Once that is mended, change infra:preflight.recheck (at most 64 letters, digits or ".", ":", "+", "-", "_"), so that the hosts are asked again.',
  );
}

/** Returns the report about hosts that share a value that must be unique. */
export function twinReport(twins: readonly string[]): string {
  const problems = twins.length === 1 ? 'problem' : 'problems';
  return [
    `hosts are not ready, ${twins.length} ${problems} between them:`,
    ...twins.map((twin) => `  - ${twin}`),
  ].join('\n');
}
