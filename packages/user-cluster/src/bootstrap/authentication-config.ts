// SPDX-License-Identifier: Apache-2.0
import { reservedNames } from '../config/index.ts';
import type { IssuerConfig, UserClusterConfig } from '../config/index.ts';

/**
 * API servers of all supported minors read it: 1.34 has brought it, 1.30 to 1.33 read v1beta1.
 *
 * @see https://github.com/kubernetes/apiserver/blob/v0.34.4/pkg/apis/apiserver/v1/types.go `AuthenticationConfiguration`
 * @see https://github.com/kubernetes/apiserver/blob/v0.34.4/pkg/features/kube_features.go `StructuredAuthenticationConfiguration`
 */
const apiVersion = 'apiserver.config.k8s.io/v1';

const ownNames = `^(${reservedNames.join('|')}):`;

/**
 * Conditions that everybody must meet who logs in by a token, whatever claims and expressions make of it:
 * nobody is a user or in a group of the cluster itself, and nobody has the name of one of
 * `kubernetes.kubeconfigs`, whose rights are bound to their names.
 */
const userValidationRules = [
  {
    expression: `!user.username.matches('${ownNames}')`,
    message: `names of users that begin with ${reservedNames.join(':, ')}: are the cluster's own`,
  },
  {
    expression: "!user.username.matches('^[a-z0-9-]*$')",
    message:
      'names of letters, digits and dashes alone are those of kubeconfigs; a prefix is missing',
  },
  {
    expression: `!has(user.groups) || user.groups.all(group, !group.matches('${ownNames}'))`,
    message: `names of groups that begin with ${reservedNames.join(':, ')}: are the cluster's own`,
  },
];

type Mapping = IssuerConfig['claimMappings']['username'];

const renderMapping = ({ claim, expression, prefix }: Mapping) =>
  expression === undefined ? { claim, prefix } : { expression };

function renderIssuer(issuer: IssuerConfig) {
  const { audiences, certificateAuthority, claimMappings, claimValidationRules, url } = issuer;
  const { groups, username } = claimMappings;
  return {
    issuer: {
      url,
      audiences,
      // Kubernetes takes no other.
      audienceMatchPolicy: 'MatchAny',
      ...(certificateAuthority !== undefined && { certificateAuthority }),
    },
    claimMappings: {
      username: renderMapping(username),
      ...(groups !== undefined && { groups: renderMapping(groups) }),
    },
    ...(claimValidationRules.length > 0 && { claimValidationRules }),
    userValidationRules,
  };
}

/**
 * Renders the AuthenticationConfiguration of a cluster's API server. Certificates and tokens of
 * ServiceAccounts are not part of it, and work as without it.
 *
 * @returns undefined for a cluster without issuers.
 * @see https://kubernetes.io/docs/reference/access-authn-authz/authentication/#using-authentication-configuration
 */
export function renderAuthentication({ oidc }: Pick<UserClusterConfig, 'oidc'>) {
  if (oidc.issuers.length === 0) return undefined;
  return {
    apiVersion,
    kind: 'AuthenticationConfiguration',
    jwt: oidc.issuers.map(renderIssuer),
  };
}
