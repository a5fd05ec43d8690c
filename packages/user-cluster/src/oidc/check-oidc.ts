// SPDX-License-Identifier: Apache-2.0
import { X509Certificate } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { Problem } from '@strata/contracts';
import type { IssuerConfig } from '../config/index.ts';
import { isInside, reservedRanges } from '../addresses/index.ts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { issuersPolicy } from '../tenancy/issuer-policies.ts';
import { celProblem } from './cel-problem.ts';
import type { CelResult } from './cel-problem.ts';

type Part = (issuer: IssuerConfig, path: Problem['path'], context: CheckContext) => Problem[];

const certificate = /-----BEGIN CERTIFICATE-----\n[^-]+\n-----END CERTIFICATE-----/g;

function isCertificate(pem: string): boolean {
  try {
    return new X509Certificate(pem).raw.length > 0;
  } catch {
    return false;
  }
}

const checkAuthority: Part = ({ certificateAuthority = '' }, path) => {
  const all = certificateAuthority.match(certificate) ?? [];
  const damaged = all.findIndex((pem) => !isCertificate(pem));
  if (damaged === -1) return [];
  const message = `certificate ${damaged + 1} of ${all.length} cannot be read; copy it again`;
  return [{ path: [...path, 'certificateAuthority'], message }];
};

/** Reports the issuer of the cluster's own ServiceAccounts: the API server would refuse to start. */
const checkUrl: Part = ({ url }, path, { config }) => {
  const own = `https://kubernetes.default.svc.${config.kubernetes?.dnsDomain ?? 'cluster.local'}`;
  if (url !== own) return [];
  const message = `"${url}" issues the tokens of the cluster's own ServiceAccounts; take the issuer of people`;
  return [{ path: [...path, 'url'], message }];
};

/** Reports a server whose address is known and is not among those that may be reached. */
const checkAddresses: Part = ({ addresses, url }, path) => {
  const server = new URL(url).hostname;
  if (!isIPv4(server)) return [];
  const isOpen =
    addresses?.some((range) => isInside(`${server}/32`, range)) ??
    !reservedRanges.some(({ cidr }) => isInside(`${server}/32`, cidr));
  if (isOpen) return [];
  const message =
    addresses === undefined
      ? `missing; ${server} is no address of the internet, so nothing reaches it unless it is listed here`
      : `does not contain ${server}, the address of the issuer; add ${server}/32`;
  return [{ path: [...path, 'addresses'], message }];
};

function checkPolicyNames({ config }: CheckContext): Problem[] {
  return (config.isolation?.customNetworkPolicies ?? []).flatMap(({ name }, index) =>
    name === issuersPolicy
      ? [
          {
            path: ['isolation', 'customNetworkPolicies', index, 'name'],
            message: `"${name}" is the name of a policy of Strata's own, for oidc.issuers; take another`,
          },
        ]
      : [],
  );
}

/** Where an expression is, itself, and what it must give. */
type Expression = readonly [Problem['path'], string | undefined, CelResult];

/** Reports expressions with which the API server would not start. */
const checkExpressions: Part = ({ claimMappings, claimValidationRules }, path) => {
  const { groups, username } = claimMappings;
  const all: readonly Expression[] = [
    [['claimMappings', 'username'], username.expression, 'anything'],
    [['claimMappings', 'groups'], groups?.expression, 'anything'],
    ...claimValidationRules.map(({ expression }, index): Expression => [
      ['claimValidationRules', index],
      expression,
      'true or false',
    ]),
  ];
  return all.flatMap(([place, expression, result]) => {
    const message = expression === undefined ? undefined : celProblem(expression, result);
    return message === undefined ? [] : [{ path: [...path, ...place, 'expression'], message }];
  });
};

const parts: readonly Part[] = [checkExpressions, checkUrl, checkAuthority, checkAddresses];

/** Returns the problems of issuers that a schema cannot know. */
export const checkOidc: Check = (context) => {
  const { oidc } = context.config;
  if (oidc === undefined || oidc.issuers.length === 0) return [];
  return [
    ...oidc.issuers.flatMap((issuer, index) =>
      parts.flatMap((part) => part(issuer, ['oidc', 'issuers', index], context)),
    ),
    ...checkPolicyNames(context),
  ];
};
