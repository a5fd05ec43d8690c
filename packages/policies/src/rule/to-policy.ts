// SPDX-License-Identifier: Apache-2.0
import type {
  Policy,
  PolicyConfigSchema,
  PolicyResource,
  ResourceRemediation,
  ResourceValidation,
  ResourceValidationPolicy,
  StackValidationPolicy,
} from '@pulumi/policy';
import { readProperties, readSealed } from '../resource/index.ts';
import type { JsonObject, StackSubject } from '../resource/index.ts';
import type { AnyResourceRule, AnySettings, AnyStackRule, Rule } from './rule.ts';

/** Returns the settings of an environment, with the rule's defaults for the rest. */
function resolveSettings(settings: AnySettings, given: object): never {
  const defaults = Object.fromEntries(
    Object.entries(settings).map(([key, setting]) => [key, setting.default]),
  );
  return { ...defaults, ...given } as never;
}

function configSchema(settings: AnySettings): PolicyConfigSchema | undefined {
  const properties = Object.entries(settings).map(([key, { schema }]) => [key, schema]);
  return properties.length === 0
    ? undefined
    : { properties: Object.fromEntries(properties) as PolicyConfigSchema['properties'] };
}

function metadata(rule: Rule): Policy {
  const schema = configSchema(rule.settings);
  return {
    name: rule.name,
    description: rule.refuses,
    enforcementLevel: rule.level,
    url: rule.source,
    ...(schema && { configSchema: schema }),
  };
}

/**
 * Lets Pulumi skip all resources of other types without reading them, because a
 * CustomResourceDefinition is large. Pulumi supports that for one type only.
 *
 * @see https://github.com/pulumi/pulumi-policy/blob/v1.21.0/sdk/nodejs/policy/server.ts
 */
function ofOneKind<Validation extends object>(
  kinds: readonly string[],
  validation: Validation,
): Validation {
  return kinds.length === 1 ? Object.assign(validation, { __pulumiType: kinds[0] }) : validation;
}

function resourcePolicy(rule: AnyResourceRule): ResourceValidationPolicy {
  return {
    ...metadata(rule),
    validateResource: ofOneKind<ResourceValidation>(rule.kinds, (args, reportViolation) => {
      const { type, name, urn } = args;
      if (!rule.kinds.includes(type)) return;
      const object = readProperties(args.props);
      const subject = { type, name, urn, object, isProtected: args.opts.protect };
      const settings = resolveSettings(rule.settings, args.getConfig());
      for (const message of rule.check(subject, settings)) reportViolation(message);
    }),
  };
}

/**
 * Returns a policy that sees which inputs are secrets, which only a remediation does. This one
 * changes nothing; it runs right before the validation of the same resource and passes on what it
 * saw.
 */
function sealedPolicy(rule: AnyResourceRule): ResourceValidationPolicy {
  const seen = new Map<string, JsonObject>();
  return {
    ...metadata(rule),
    remediateResource: ofOneKind<ResourceRemediation>(rule.kinds, ({ type, urn, props }) => {
      if (rule.kinds.includes(type)) seen.set(urn, readSealed(props));
    }),
    validateResource: ofOneKind<ResourceValidation>(rule.kinds, (args, reportViolation) => {
      const { type, name, urn } = args;
      const object = seen.get(urn);
      if (object === undefined) return;
      seen.delete(urn);
      const subject = { type, name, urn, object, isProtected: args.opts.protect };
      const settings = resolveSettings(rule.settings, args.getConfig());
      for (const message of rule.check(subject, settings)) reportViolation(message);
    }),
  };
}

function stackSubject(resource: PolicyResource): StackSubject {
  const { type, name, urn, props, opts, dependencies, parent } = resource;
  return {
    type,
    name,
    urn,
    object: readProperties(props),
    isProtected: opts.protect,
    dependencies: dependencies.map((one) => one.urn),
    parent: parent?.urn,
  };
}

/**
 * Returns a function that says whether Pulumi makes one resource before another, by its own
 * dependencies or those of its components.
 */
function precedence(resources: readonly PolicyResource[]) {
  const byUrn = new Map(resources.map((one) => [one.urn, one]));
  return (earlier: string, later: string): boolean => {
    const seen = new Set([later]);
    for (const urn of seen) {
      const resource = byUrn.get(urn);
      for (const { urn: next } of resource?.dependencies ?? []) seen.add(next);
      if (resource?.parent !== undefined) seen.add(resource.parent.urn);
    }
    return seen.has(earlier);
  };
}

function stackPolicy(rule: AnyStackRule): StackValidationPolicy {
  return {
    ...metadata(rule),
    validateStack: async (args, reportViolation) => {
      const { resources } = args;
      const subjects = resources.filter(({ type }) => rule.kinds.includes(type)).map(stackSubject);
      const settings = resolveSettings(rule.settings, args.getConfig());
      const found = await rule.checkStack(subjects, settings, precedence(resources));
      for (const { message, urn } of found) reportViolation(message, urn);
    },
  };
}

/** Returns a rule as a policy of Pulumi. */
export function toPolicy(rule: Rule): ResourceValidationPolicy | StackValidationPolicy {
  if ('checkStack' in rule) return stackPolicy(rule);
  return rule.level === 'remediate' ? sealedPolicy(rule) : resourcePolicy(rule);
}
