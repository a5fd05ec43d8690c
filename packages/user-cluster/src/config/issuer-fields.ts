// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName, serverUrl, text } from '@strata/contracts/fields';
import { authoritiesField } from './authorities-field.ts';
import { claimMapping, claimValidationRule, readsClaim } from './claim-fields.ts';
import { servers } from './isolation-fields.ts';

/** A host with or without a port, and a path: no user, query or fragment, which Kubernetes refuses. */
const issuerUrl = serverUrl(
  /^https:\/\/[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:[1-9][0-9]{0,4})?(\/([\w.~!$&'()*+,;=:@-]|%[0-9A-F]{2})*)*$/i,
  'a URL with https:// and without user, query and fragment, such as "https://login.example.org/realms/shop"',
);

interface Issues {
  addIssue: (issue: { code: 'custom'; path: PropertyKey[]; message: string }) => void;
}

/** Reports each item of a list that stands there before. */
export function refuseRepetitions(
  issues: Issues,
  items: readonly (string | undefined)[],
  pathOf: (index: number) => PropertyKey[],
  message: string,
): void {
  for (const [index, item] of items.entries()) {
    if (item !== undefined && items.indexOf(item) < index) {
      issues.addIssue({ code: 'custom', path: pathOf(index), message });
    }
  }
}

const issuerFields = z.strictObject({
  /** Name of the issuer in this file, in outputs and for `strata kubeconfig --oidc`. */
  name: objectName(),
  /** URL of the issuer, exactly as tokens have it in their claim `iss`. */
  url: issuerUrl,
  /** Tokens must be for one of these. */
  audiences: field(
    z.array(text('an audience of tokens')).min(1),
    'a list of at least one audience',
  ),
  /** The public client of kubectl at the issuer, one of the audiences. @default the first audience */
  clientId: text('the ID of a client').optional(),
  /** Scopes that kubectl asks for beside `openid`, for claims that are in no token otherwise. @default [] */
  scopes: listOf(text('a scope'), 'a list of scopes').default([]),
  /**
   * Certificates of the authorities of the issuer's server, in PEM.
   * @default the public authorities that the machine's image knows
   */
  certificateAuthority: authoritiesField().optional(),
  /**
   * Addresses of the issuer's servers. Those at private addresses must be listed here: nothing private is
   * reachable otherwise.
   *
   * @default the internet, as for `isolation.registries`
   */
  addresses: servers(),
  claimMappings: field(
    z.strictObject({
      username: claimMapping('the user'),
      /** @default no groups */
      groups: claimMapping('groups').optional(),
    }),
    'a mapping with username and groups',
  ),
  /** Conditions that tokens must meet, all of them. @default [] */
  claimValidationRules: listOf(claimValidationRule, 'a list of rules').default([]),
});

type Fields = z.output<typeof issuerFields>;

function refuseUnverifiedEmail({ claimMappings, claimValidationRules }: Fields, issues: Issues) {
  const { expression } = claimMappings.username;
  const all = [expression, ...claimValidationRules.map((rule) => rule.expression)];
  if (!readsClaim(expression, 'email') || all.some((one) => readsClaim(one, 'email_verified'))) {
    return;
  }
  const message =
    'reads claims.email and nothing asks for claims.email_verified, so anybody who enters an address ' +
    'at the issuer would be its owner; add a rule with claims.email_verified == true';
  const path = ['claimMappings', 'username', 'expression'];
  issues.addIssue({ code: 'custom', path, message });
}

/**
 * An issuer of tokens that people log in with.
 *
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#using-authentication-configuration
 * @example
 * issuers:
 *   - name: sso
 *     url: https://login.example.org/realms/shop
 *     audiences:
 *       - kubernetes
 *     claimMappings:
 *       username:
 *         claim: sub
 *         prefix: 'sso:'
 */
export const issuer = field(
  issuerFields.superRefine((all, issues) => {
    const { audiences, claimValidationRules, clientId } = all;
    refuseRepetitions(issues, audiences, (index) => ['audiences', index], 'is in the list already');
    for (const key of ['claim', 'expression'] as const) {
      refuseRepetitions(
        issues,
        claimValidationRules.map((rule) => rule[key]),
        (index) => ['claimValidationRules', index, key],
        'has a rule already; put both conditions into one expression',
      );
    }
    if (clientId !== undefined && !audiences.includes(clientId)) {
      const message =
        'is none of the audiences, so its tokens would be refused; add it to audiences';
      issues.addIssue({ code: 'custom', path: ['clientId'], message });
    }
    refuseUnverifiedEmail(all, issues);
  }),
  'a mapping with name, url, audiences and claimMappings',
);

/** An issuer of tokens that people log in with. */
export type IssuerConfig = z.output<typeof issuer>;
