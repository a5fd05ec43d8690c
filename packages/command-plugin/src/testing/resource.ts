// SPDX-License-Identifier: Apache-2.0
import { ResourceServer, systemClock, type WireProperties } from '@strata/strata-provider/server';
import { lifecycleOf } from '../lifecycles.ts';

/** One resource, driven as Pulumi's engine does, without the engine. */
export class Resource {
  readonly infos: string[] = [];
  readonly statuses: string[] = [];
  readonly #server: ResourceServer;
  #state = { inputs: {} as WireProperties, outputs: {} as WireProperties };

  constructor(type: string, signal = new AbortController().signal) {
    // Pauses between attempts take no time.
    const clock = { ...systemClock, sleep: () => Promise.resolve() };
    const status = (message: string) => void this.statuses.push(message);
    const info = (message: string) => void this.infos.push(message);
    const work = { urn: 'urn:pulumi:dev::try::command:x:Y::one', clock, signal, status, info };
    this.#server = new ResourceServer(lifecycleOf(type), work);
  }

  /** Returns the problems that a check finds, as Pulumi shows them. */
  problems(inputs: WireProperties): readonly string[] {
    return this.#server.check(inputs, {}).problems.map((one) => `${one.property} ${one.reason}`);
  }

  /** Returns the names of inputs that an update would change, with a star after those that replace the resource. */
  changes(inputs: WireProperties): readonly string[] {
    const changes = this.#server.diff(this.#server.check(inputs, {}).inputs, this.#state);
    return changes.map(({ name, isReplacing }) => (isReplacing ? `${name}*` : name));
  }

  preview(inputs: WireProperties): WireProperties {
    return this.#server.preview(this.#server.check(inputs, {}).inputs);
  }

  async create(given: WireProperties): Promise<WireProperties> {
    const { inputs } = this.#server.check(given, {});
    return this.#keep(inputs, await this.#server.create(inputs));
  }

  async update(given: WireProperties): Promise<WireProperties> {
    const { inputs } = this.#server.check(given, {});
    return this.#keep(inputs, await this.#server.update(inputs, this.#state));
  }

  async delete(): Promise<void> {
    await this.#server.delete(this.#state);
  }

  #keep(inputs: WireProperties, outputs: WireProperties): WireProperties {
    this.#state = { inputs, outputs };
    return outputs;
  }
}
