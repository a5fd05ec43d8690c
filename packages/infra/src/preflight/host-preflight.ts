// SPDX-License-Identifier: Apache-2.0
import { remote } from '@pulumi/command';
import * as pulumi from '@pulumi/pulumi';
import type { PreflightConfig, SshConfig } from '@strata/contracts';
import { connectionTo, type SshHost } from '../ssh/index.ts';
import { findTwins } from './find-twins.ts';
import { parseHostFacts, type HostFacts } from './host-facts.ts';
import { renderPreflightScript } from './render-preflight-script.ts';
import type { HostNeeds } from './requirement.ts';

export interface HostPreflightArgs {
  /** Each with what it must be fit for; see {@link hostNeeds}. */
  readonly hosts: readonly (SshHost & { readonly needs: HostNeeds })[];
  readonly ssh: SshConfig;
  readonly preflight: Pick<PreflightConfig, 'recheck' | 'waived'>;
  /** `https://host:port` of the cluster that they are for. */
  readonly endpoint: string;
}

/** The script for one of the hosts, which is the same whoever runs it. */
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
 * Asks all hosts at once, over SSH and without changing anything, whether they are fit for what is
 * to come. A host that is not fails its own command with its whole report, is not in the state, and
 * so is asked again by the next run. A host that was admitted is asked again when what is asked of it
 * or `recheck` changes; then without what only holds before it is a node. Another machine in its
 * place, by address or host key, is a host that was never admitted.
 */
export class HostPreflight extends pulumi.ComponentResource {
  /** Known once every host has been admitted and no two are one; make all else wait for them. */
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
    return new remote.Command(
      `${name}-${host.name}`,
      {
        connection,
        create: 'sh -s fresh',
        update: 'sh -s drift',
        stdin: scriptFor(host, args),
        triggers: [host.publicAddress, connection.hostKey],
        logging: 'none',
        addPreviousOutputInEnv: false,
      },
      { parent: this },
    );
  }
}

/** @throws RunError naming all hosts that are the same in what must differ. */
function admit(facts: readonly HostFacts[]): readonly HostFacts[] {
  const twins = findTwins(facts);
  if (twins.length === 0) return facts;
  throw new pulumi.RunError(
    `${twinReport(twins)}\n` +
      'Once that is mended, change infra:preflight.recheck (any text), so that the hosts are asked again.',
  );
}

/** The report about hosts that are the same in what must differ. */
export function twinReport(twins: readonly string[]): string {
  const problems = twins.length === 1 ? 'problem' : 'problems';
  return [
    `hosts are not ready, ${twins.length} ${problems} between them:`,
    ...twins.map((twin) => `  - ${twin}`),
  ].join('\n');
}
