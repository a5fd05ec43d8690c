// SPDX-License-Identifier: Apache-2.0
import type { ProgramName } from '@strata/contracts/programs';
import { listStacks } from '@strata/nx-pulumi/stacks';
import { unknownName } from './unknown-name.ts';

/** A stack, as far as commands care. */
export interface StackChoice {
  /** `user-cluster/production.shop`. */
  readonly id: string;
  readonly program: ProgramName;
  /** As Pulumi calls it: `production.shop`. */
  readonly stack: string;
  readonly environment: string;
  /** Of a user cluster. */
  readonly cluster?: string;
}

/** The stacks under `stacks/`. */
export class Repository {
  readonly #read: () => readonly StackChoice[];
  #stacks: readonly StackChoice[] | undefined;

  /** @param read - called once, when something is first asked. */
  constructor(read: () => readonly StackChoice[]) {
    this.#read = read;
  }

  /** Of a checkout. */
  static at(root: string): Repository {
    return new Repository(() => listStacks(root));
  }

  /** In the order in which they come up. */
  get stacks(): readonly StackChoice[] {
    return (this.#stacks ??= this.#read());
  }

  /** Names of all environments. */
  get environments(): readonly string[] {
    return [...new Set(this.stacks.map(({ environment }) => environment))].sort();
  }

  /** Names of the user clusters of an environment. */
  clusters(environment: string): readonly string[] {
    return this.stacks
      .filter((one) => one.environment === environment)
      .flatMap(({ cluster }) => cluster ?? [])
      .sort();
  }

  /**
   * The stacks of an environment.
   *
   * @throws UsageError when there is no such environment, naming all and the nearest.
   */
  stacksOf(environment: string): readonly StackChoice[] {
    const found = this.stacks.filter((one) => one.environment === environment);
    if (found.length > 0) return found;
    throw unknownName({
      what: 'environment',
      typed: environment,
      known: this.environments,
      heading: 'Environments',
    });
  }

  /**
   * The stack of a user cluster.
   *
   * @throws UsageError when there is no such environment or cluster, naming all and the nearest.
   */
  clusterOf(environment: string, cluster: string): StackChoice {
    const found = this.stacksOf(environment).find((one) => one.cluster === cluster);
    if (found !== undefined) return found;
    throw unknownName({
      what: `cluster in ${environment}`,
      typed: cluster,
      known: this.clusters(environment),
      heading: `Clusters of ${environment}`,
    });
  }
}
