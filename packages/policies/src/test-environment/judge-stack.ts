// SPDX-License-Identifier: Apache-2.0
import type { FileSource } from '@strata/plan-check';
import type { RecordedResource } from '@strata/testing';
import { rules } from '../rules.ts';
import { asRemediation, sealed } from '../test-pulumi-values.ts';
import { violationsOf } from '../test-violations.ts';
import type { TestResource } from '../test-violations.ts';

/** What an environment says of the policies, by their names. */
export type PolicyConfig = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

/** What an environment says of the policies; nothing, if it has no file. */
export function policyConfig(source: FileSource, environment: string): PolicyConfig {
  return JSON.parse(source.read(`stacks/policies/${environment}.json`) ?? '{}') as PolicyConfig;
}

const judgedKinds = new Set(rules.flatMap(({ kinds }) => kinds));

/** Resources as the engine hands them to policies; inputs that no rule looks at are left out. */
export function handedOver(resources: readonly RecordedResource[]): TestResource[] {
  const names = new Set(resources.map(({ name }) => name));
  return resources.map(({ dependsOn, inputs, name, parent, protect, secretInputs, type }) => {
    const wire = Object.entries(inputs).map(([key, value]) => [
      key,
      secretInputs.includes(key) ? sealed(value) : value,
    ]);
    const props: unknown = judgedKinds.has(type)
      ? // Without what is undefined, which no engine sends.
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

/** What was said of a stack before, by the settings: generated environments share platforms. */
const judged = new WeakMap<readonly TestResource[], Judgments>();

/** What every policy says of a stack under an environment's settings: `<policy>: <message>`. */
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
