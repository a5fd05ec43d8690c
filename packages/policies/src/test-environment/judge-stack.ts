// SPDX-License-Identifier: Apache-2.0
import type { FileSource } from '@strata/contracts/file-source';
import type { RecordedResource } from '@strata/testing';
import { rules } from '../rules.ts';
import { asRemediation, sealed } from '../test-pulumi-values.ts';
import { violationsOf } from '../test-violations.ts';
import type { TestResource } from '../test-violations.ts';

/** An environment's settings of the policies, by their names. */
export type PolicyConfig = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** Reads an environment's settings of the policies; empty if it has no file. */
export function policyConfig(source: FileSource, environment: string): PolicyConfig {
  return JSON.parse(source.read(`stacks/policies/${environment}.json`) ?? '{}') as PolicyConfig;
}

const judgedKinds = new Set(rules.flatMap(({ kinds }) => kinds));

/**
 * Returns resources as the engine passes them to policies, without inputs that no rule looks at.
 */
export function handedOver(resources: readonly RecordedResource[]): TestResource[] {
  const names = new Set(resources.map(({ name }) => name));
  return resources.map(({ dependsOn, inputs, name, parent, protect, secretInputs, type }) => {
    const wire = Object.entries(inputs).map(([key, value]) => [
      key,
      secretInputs.includes(key) ? sealed(value) : value,
    ]);
    const props: unknown = judgedKinds.has(type)
      ? // Removes undefined values, which no engine sends.
        JSON.parse(JSON.stringify(Object.fromEntries(wire)))
      : {};
    return {
      type,
      name,
      protect,
      props: asRemediation(props as object),
      dependsOn: dependsOn.filter((one) => names.has(one)),
      ...(parent !== undefined && names.has(parent) && { parent }),
    };
  });
}

async function judge(
  resources: readonly TestResource[],
  config: PolicyConfig,
): Promise<readonly string[]> {
  const said: string[] = [];
  for (const rule of rules) {
    const own = config[rule.name] ?? {};
    const isDisabled = own === 'disabled';
    const settings = typeof own === 'string' ? {} : own;
    if (isDisabled || settings.enforcementLevel === 'disabled') continue;
    for (const message of await violationsOf(rule, resources, settings)) {
      said.push(`${rule.name}: ${message}`);
    }
  }
  return said;
}

type Judgments = Map<string, Promise<readonly string[]>>;

/** Earlier results for a stack, by settings: generated environments share platforms. */
const judged = new WeakMap<readonly TestResource[], Judgments>();

/**
 * Returns what all policies object to in a stack under an environment's settings: `<policy>:
 * <message>`.
 */
export async function judgeStack(
  resources: readonly TestResource[],
  config: PolicyConfig,
): Promise<readonly string[]> {
  const known = judged.get(resources) ?? new Map<string, Promise<readonly string[]>>();
  judged.set(resources, known);
  const key = JSON.stringify(config);
  const said = known.get(key) ?? judge(resources, config);
  known.set(key, said);
  return said;
}
