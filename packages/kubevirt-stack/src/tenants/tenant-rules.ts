// SPDX-License-Identifier: Apache-2.0
import type { types } from '@pulumi/kubernetes';

type PolicySpec = types.input.admissionregistration.v1.ValidatingAdmissionPolicySpec;
type Validation = types.input.admissionregistration.v1.Validation;

/** Rules for one kind of objects in the namespaces of user clusters. All expressions are CEL. */
export interface TenantRules {
  readonly group: string;
  /** In the plural, as the API's paths have it. */
  readonly resource: string;
  readonly operations: readonly ('CREATE' | 'UPDATE' | 'DELETE')[];
  /** Whose requests, or which objects, are judged. */
  readonly asked: { readonly name: string; readonly expression: string };
  /** Looked up only where they are used. */
  readonly variables: readonly { readonly name: string; readonly expression: string }[];
  readonly validations: readonly Readonly<
    { readonly expression: string } & Pick<Validation, 'message' | 'messageExpression'>
  >[];
}

/** A text of CEL. */
export const celText = (value: string) => `'${value.replace(/[\\']/g, String.raw`\$&`)}'`;

/** A list of texts of CEL. */
export const celTexts = (values: readonly string[]) => `[${values.map(celText).join(', ')}]`;

/**
 * One policy for several kinds: each expression holds for its own kind alone.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/validating-admission-policy/
 */
export function renderTenantPolicy(all: readonly TenantRules[]): PolicySpec {
  const only = ({ resource }: TenantRules, expression: string) =>
    `request.resource.resource != ${celText(resource)} || (${expression})`;
  return {
    failurePolicy: 'Fail',
    matchConstraints: {
      resourceRules: all.map(({ group, operations, resource }) => ({
        apiGroups: [group],
        // Also a version that comes later.
        apiVersions: ['*'],
        operations: [...operations],
        resources: [resource],
      })),
    },
    matchConditions: all.map((rules) => ({
      name: rules.asked.name,
      expression: only(rules, rules.asked.expression),
    })),
    variables: all.flatMap(({ variables }) => variables.map((one) => ({ ...one }))),
    validations: all.flatMap((rules) =>
      rules.validations.map((one) => ({
        ...one,
        expression: only(rules, one.expression),
        // Not "Invalid", which is what the API server says where a policy does not.
        reason: 'Forbidden',
      })),
    ),
  };
}
