// SPDX-License-Identifier: Apache-2.0
import type {
  PolicyResource,
  ReportViolation,
  ResourceValidationArgs,
  StackValidationArgs,
} from '@pulumi/policy';
import type { Rule } from './rule/index.ts';
import { toPolicy } from './rule/index.ts';

/** A resource in the short form that tests use. */
export interface TestResource {
  readonly type: string;
  readonly props: object;
  /** The answer of the provider of a `strata:` kind. @default nothing */
  readonly answer?: object;
  /** @default `one` */
  readonly name?: string;
  /** @default false */
  readonly protect?: boolean;
  /** Names of the resources that Pulumi makes before it. @default none */
  readonly dependsOn?: readonly string[];
  /** Name of its component. @default none */
  readonly parent?: string;
}

function urnOf({ type, name = 'one' }: TestResource): string {
  return `urn:pulumi:sandbox.demo::user-cluster::${type}::${name}`;
}

function argsOf(resource: TestResource, config: object): ResourceValidationArgs {
  const { type, name = 'one', props, protect = false } = resource;
  return {
    type,
    name,
    props,
    urn: urnOf(resource),
    opts: { protect },
    getConfig: () => config,
  } as unknown as ResourceValidationArgs;
}

/**
 * Returns the properties that the engine passes to policies for a whole stack: what the provider answered.
 * That of Kubernetes answers with the object, that of Strata with its outputs alone.
 *
 * @see https://github.com/pulumi/pulumi/blob/v3.259.0/pkg/resource/deploy/step_generator.go
 * `AnalyzeResources`
 */
function outputsOf({ answer = {}, props, type }: TestResource): object {
  return type.startsWith('strata:') ? answer : props;
}

function stackOf(resources: readonly TestResource[]): PolicyResource[] {
  const made = resources.map((one) => ({
    ...argsOf({ ...one, props: outputsOf(one) }, {}),
    dependencies: [] as unknown[],
  }));
  const find = (name: string) => made.find((one) => one.name === name);
  for (const [index, { dependsOn = [], parent }] of resources.entries()) {
    Object.assign(made[index] ?? {}, {
      dependencies: dependsOn.map(find),
      ...(parent !== undefined && { parent: find(parent) }),
    });
  }
  return made as unknown as PolicyResource[];
}

/**
 * Returns all violations of a rule in a stack, as Pulumi would report them.
 *
 * @param config - the environment's settings of the rule.
 */
export async function violationsOf(
  rule: Rule,
  resources: readonly TestResource[],
  config: object = {},
): Promise<readonly string[]> {
  const messages: string[] = [];
  const report: ReportViolation = (message) => void messages.push(message);
  const policy = toPolicy(rule);
  if ('validateStack' in policy) {
    const args = { resources: stackOf(resources), getConfig: () => config };
    await policy.validateStack(args as unknown as StackValidationArgs, report);
    return messages;
  }
  for (const resource of resources) {
    const args = argsOf(resource, config);
    await policy.remediateResource?.(args);
    for (const validate of [policy.validateResource ?? []].flat()) await validate(args, report);
  }
  return messages;
}
