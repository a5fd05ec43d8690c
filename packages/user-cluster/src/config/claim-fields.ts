// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, text } from '@strata/contracts/fields';
import { reservedNames } from './reserved-names.ts';

const isReserved = `(${reservedNames.join('|')}):`;
/** The beginnings as messages name them. */
export const reservedWords = reservedNames.map((name) => `"${name}:"`).join(', ');
/** Any printable text of ASCII that ends in a sign. */
export const prefixPattern = new RegExp(`^(?!${isReserved})[!-~]*[:#/]$`);
/** Any printable text. */
export const groupPattern = new RegExp(`^(?!${isReserved})[^\\p{C}]{1,253}$`, 'u');

/**
 * Prefix of the value of a claim. It ends in `:`, `#` or `/`. In names that belong to Kubernetes,
 * such a character comes only after a reserved beginning, so no claim can become a user or a group
 * of the cluster itself.
 */
const prefix = field(
  z.string().max(253).regex(prefixPattern),
  `a prefix that ends in ":", "#" or "/", such as "sso:", and does not begin with ${reservedWords}, which are the cluster's own names`,
);

const expression = () => text('an expression in CEL');

/**
 * Where a name comes from: a claim with a prefix, or an expression.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#using-authentication-configuration
 */
export const claimMapping = (what: string) =>
  field(
    z
      .strictObject({
        /** Claim of the token that has the value. */
        claim: text('the name of a claim').optional(),
        /** Prefix that is put before the value. No other issuer may have the same one. */
        prefix: prefix.optional(),
        /** Instead of both: an expression in CEL, with the variable `claims`. */
        expression: expression().optional(),
      })
      .superRefine((mapping, issues) => {
        const [hasClaim, hasPrefix] = [mapping.claim !== undefined, mapping.prefix !== undefined];
        const hasExpression = mapping.expression !== undefined;
        if (hasClaim && hasExpression) {
          issues.addIssue('has claim and expression; keep one of the two');
        } else if (!hasClaim && !hasExpression) {
          issues.addIssue('takes nothing of the token; say claim, or expression');
        }
        if (hasClaim && !hasExpression && !hasPrefix) {
          const message =
            'missing; without a prefix, whoever may choose the claim is anybody in the cluster';
          issues.addIssue({ code: 'custom', path: ['prefix'], message });
        }
        if (hasExpression && !hasClaim && hasPrefix) {
          const message = 'has no effect beside expression; write it into the expression';
          issues.addIssue({ code: 'custom', path: ['prefix'], message });
        }
      }),
    `a mapping with claim and prefix, or with expression, for the name of ${what}`,
  );

/**
 * A condition that tokens must meet.
 *
 * @example
 * claimValidationRules:
 *   - expression: claims.email_verified == true
 */
export const claimValidationRule = field(
  z
    .strictObject({
      /** A claim that must have the value `requiredValue`. */
      claim: text('the name of a claim').optional(),
      requiredValue: field(z.string(), 'the text that the claim must be').optional(),
      /** Instead of both: an expression in CEL, with the variable `claims`, that must be true. */
      expression: expression().optional(),
      /** Message that the API server logs if `expression` is false. @default the expression */
      message: text('a text').optional(),
    })
    .superRefine((rule, issues) => {
      const [hasClaim, hasExpression] = [rule.claim !== undefined, rule.expression !== undefined];
      const add = (path: string, message: string) =>
        issues.addIssue({ code: 'custom', path: [path], message });
      if (hasClaim && hasExpression) {
        issues.addIssue('has claim and expression; keep one of the two');
      } else if (!hasClaim && !hasExpression) {
        issues.addIssue('asks for nothing; say claim and requiredValue, or expression');
      } else if (hasClaim) {
        if (rule.requiredValue === undefined) {
          add('requiredValue', 'missing; say what the claim must be, or take an expression');
        }
        if (rule.message !== undefined) add('message', 'has no effect with claim; remove it');
      } else if (rule.requiredValue !== undefined) {
        add('requiredValue', 'has no effect with expression; remove it');
      }
    }),
  'a mapping with claim and requiredValue, or with expression and message',
);

const textsInCel = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g;

/** Returns whether an expression in CEL reads a claim as `claims.name` or `claims.?name`. */
export function readsClaim(expressionText: string | undefined, claim: string): boolean {
  const bare = expressionText?.replaceAll(textsInCel, "''") ?? '';
  return new RegExp(`\\bclaims\\s*\\.\\s*\\??\\s*${claim}\\b`).test(bare);
}
