// SPDX-License-Identifier: Apache-2.0
import type { Problem } from '@strata/contracts';
import type { IssuerConfig } from '../config/index.ts';
import type { Check, CheckContext } from '../checks/check-context.ts';
import { addressProblems, authorityProblems } from '../checks/check-server.ts';
import { ownPolicyProblems } from '../checks/own-policies.ts';
import { issuersPolicy } from '../tenancy/server-policies.ts';
import { celProblem } from './cel-problem.ts';
import type { CelResult } from './cel-problem.ts';

type Part = (issuer: IssuerConfig, path: Problem['path'], context: CheckContext) => Problem[];

/** Reports the issuer of the cluster's own ServiceAccounts: the API server would refuse to start. */
const checkUrl: Part = ({ url }, path, { config }) => {
  const own = `https://kubernetes.default.svc.${config.kubernetes?.dnsDomain ?? 'cluster.local'}`;
  if (url !== own) return [];
  const message = `"${url}" issues the tokens of the cluster's own ServiceAccounts; take the issuer of people`;
  return [{ path: [...path, 'url'], message }];
};

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

const checkAuthorities: Part = (issuer, path) => authorityProblems(issuer, path);

const checkAddresses: Part = (issuer, path) => addressProblems(issuer, path, 'the issuer');

const parts: readonly Part[] = [checkExpressions, checkUrl, checkAuthorities, checkAddresses];

/** Returns the problems of issuers that a schema cannot know. */
export const checkOidc: Check = (context) => {
  const { oidc } = context.config;
  if (oidc === undefined || oidc.issuers.length === 0) return [];
  return [
    ...oidc.issuers.flatMap((issuer, index) =>
      parts.flatMap((part) => part(issuer, ['oidc', 'issuers', index], context)),
    ),
    ...ownPolicyProblems(context, [issuersPolicy], 'oidc.issuers'),
  ];
};
