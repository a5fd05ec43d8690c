// SPDX-License-Identifier: Apache-2.0
import {
  checkInputs,
  isChanged,
  repeatCount,
  repeats,
  termStart,
  unknown,
  validFrom,
  withDefaults,
  type AnyLifecycle,
  type Before,
  type Problem,
  type Work,
} from '../lifecycle/index.ts';
import {
  asSecret,
  asWire,
  hasSecret,
  plainValues,
  type WireProperties,
} from './property-values.ts';

type Values = Record<string, unknown>;
type WireState = Before<WireProperties, WireProperties>;

/** Changed inputs. */
export type Changes = readonly {
  readonly name: string;
  readonly isReplacing: boolean;
}[];

/** Server for one resource: converts between Pulumi's wire format and the plain values of a lifecycle. */
export class ResourceServer {
  readonly #lifecycle: AnyLifecycle;
  readonly #work: Work;

  constructor(lifecycle: AnyLifecycle, work: Work) {
    this.#lifecycle = lifecycle;
    this.#work = work;
  }

  /** Returns the inputs with defaults, marked secrets and the plugin's own inputs, and all problems. Values that are already marked stay as they are. */
  check(
    news: WireProperties,
    olds: WireProperties,
  ): { inputs: WireProperties; problems: readonly Problem[] } {
    const { fields } = this.#lifecycle;
    const plain = this.#inputs(news);
    const problems = checkInputs(this.#lifecycle, plain);
    const now = this.#work.clock.now();
    const before = this.#inputs(olds);
    const isRight = problems.length === 0;
    const start = isRight ? termStart(this.#lifecycle, plain, before, now) : undefined;
    const count = isRight ? repeatCount(this.#lifecycle, plain, before) : undefined;
    const entries = Object.entries(withDefaults(fields, news))
      .filter(([name]) => name !== this.#lifecycle.repeatedBy)
      .map(([name, value]) => [
        name,
        fields[name]?.isSecret === true && value != null ? asSecret(value) : value,
      ]);
    const inputs = {
      ...(Object.fromEntries(entries) as WireProperties),
      ...(start !== undefined && { [validFrom]: start }),
      ...(count !== undefined && { [repeats]: count }),
    };
    return { inputs, problems };
  }

  diff(news: WireProperties, before: WireState): Changes {
    const next = this.#inputs(news);
    const { inputs } = this.#plain(before);
    const names = [...Object.keys(this.#lifecycle.fields), validFrom, repeats];
    return names
      .filter((name) => isChanged(next, inputs, [name]))
      .map((name) => ({ name, isReplacing: this.#lifecycle.replacedBy.includes(name) }));
  }

  /** Returns the outputs of a create or update in a preview: outputs that it would renew are unknown. */
  preview(news: WireProperties, before?: WireState): WireProperties {
    const next = this.#inputs(news);
    const { fields, outputs } = this.#lifecycle;
    const last = before && this.#plain(before);
    const renewed = last ? this.#lifecycle.renews(next, last) : outputs;
    const entries = outputs.map((name) => {
      if (!renewed.includes(name)) return [name, last?.outputs[name] ?? unknown];
      // An output with the name of an input is known as soon as the input is.
      return [name, name in fields ? next[name] : unknown];
    });
    return this.#marked(Object.fromEntries(entries) as Values, news);
  }

  async create(news: WireProperties): Promise<WireProperties> {
    return this.#marked(await this.#lifecycle.create(this.#inputs(news), this.#work), news);
  }

  async update(news: WireProperties, before: WireState): Promise<WireProperties> {
    const next = this.#inputs(news);
    const last = this.#plain(before);
    if (this.#lifecycle.renews(next, last).length === 0) return before.outputs;
    return this.#marked(await this.#lifecycle.create(next, this.#work, last), news);
  }

  async read(before: WireState): Promise<WireProperties> {
    if (this.#lifecycle.read === undefined) return before.outputs;
    return this.#marked(await this.#lifecycle.read(this.#plain(before), this.#work), before.inputs);
  }

  async delete(before: WireState): Promise<void> {
    await this.#lifecycle.delete?.(this.#plain(before), this.#work);
  }

  #inputs(wire: WireProperties): Values {
    return withDefaults(this.#lifecycle.fields, plainValues(wire));
  }

  #plain(before: WireState): Before<Values, Values> {
    return { inputs: this.#inputs(before.inputs), outputs: plainValues(before.outputs) };
  }

  #marked(outputs: Values, inputs: WireProperties): WireProperties {
    const { secretOutputs, passesSecretsOn = false } = this.#lifecycle;
    const isAllSecret = passesSecretsOn && hasSecret(inputs);
    const entries = Object.entries(outputs).map(([name, value]) => [
      name,
      isAllSecret || secretOutputs.includes(name) ? asSecret(value) : asWire(value),
    ]);
    return Object.fromEntries(entries) as WireProperties;
  }
}
