// SPDX-License-Identifier: Apache-2.0
import { z } from 'zod';
import { field, listOf, objectName } from '@strata/contracts/fields';
import { groupPattern, prefixPattern, reservedWords } from './claim-fields.ts';
import { issuer, refuseRepetitions } from './issuer-fields.ts';
import type { IssuerConfig } from './issuer-fields.ts';

/**
 * A name of a group in the cluster. The reserved ones have members that no issuer names: everybody is in
 * `system:authenticated`.
 */
const groupName = field(
  z.string().regex(groupPattern),
  `the name of a group with its prefix, such as "sso:team-shop", which does not begin with ${reservedWords}`,
);

/** @see https://kubernetes.io/docs/concepts/overview/working-with-objects/names/#path-segment-names */
const roleName = field(
  z.string().regex(/^[A-Za-z0-9]([A-Za-z0-9.:_-]{0,251}[A-Za-z0-9])?$/),
  'the name of a ClusterRole, such as "view", "edit", "admin" or "cluster-admin"',
);

/** Role that the members of a group have. */
const group = field(
  z.strictObject({
    /** Name of the group as the cluster sees it, with the prefix of its issuer. */
    group: groupName,
    /** A ClusterRole: one of Kubernetes' own `view`, `edit`, `admin`, `cluster-admin`, or another. */
    role: roleName,
    /** Namespaces that the role is limited to; they must exist. @default all namespaces */
    namespaces: field(
      z.array(objectName()).min(1),
      'a list of at least one namespace; leave it out for all',
    ).optional(),
  }),
  'a mapping with group and role',
);

/** Role that the members of a group have. */
export type GroupRoleConfig = z.output<typeof group>;

interface OidcFields {
  readonly issuers: readonly IssuerConfig[];
  readonly groups: readonly GroupRoleConfig[];
}

type Issues = Parameters<typeof refuseRepetitions>[0];

/** The most issuers that Kubernetes takes. */
const mostIssuers = 64;

/** Reports prefixes of two issuers of which one contains the other: a person of one could be one of the other. */
function refuseSharedPrefixes({ issuers }: OidcFields, issues: Issues): void {
  for (const key of ['username', 'groups'] as const) {
    // One that has a problem of its own is compared with nothing.
    const all = issuers.flatMap(({ claimMappings, name }, index) => {
      const prefix = claimMappings[key]?.prefix;
      return prefix !== undefined && prefixPattern.test(prefix) ? [{ index, name, prefix }] : [];
    });
    for (const [place, { index, prefix: own }] of all.entries()) {
      const other = all
        .slice(0, place)
        .find(({ prefix }) => own.startsWith(prefix) || prefix.startsWith(own));
      if (other === undefined) continue;
      const message =
        `begins like "${other.prefix}" of issuer "${other.name}", or the other way ` +
        'round, so whoever may choose a claim at one of them could be somebody of the other; take another';
      const path = ['issuers', index, 'claimMappings', key, 'prefix'];
      issues.addIssue({ code: 'custom', path, message });
    }
  }
}

/** Reports groups that no token can name. Of an expression nobody knows what it makes. */
function refuseStrangeGroups({ groups, issuers }: OidcFields, issues: Issues): void {
  const mappings = issuers.flatMap(({ claimMappings }) => claimMappings.groups ?? []);
  if (mappings.some(({ expression }) => expression !== undefined)) return;
  const prefixes = mappings.flatMap(({ prefix }) => prefix ?? []);
  for (const [index, { group: name }] of groups.entries()) {
    if (!groupPattern.test(name) || prefixes.some((prefix) => name.startsWith(prefix))) continue;
    const message =
      prefixes.length === 0
        ? 'has no members, for no issuer has claimMappings.groups'
        : `has no members: names of groups begin with ${prefixes.map((prefix) => `"${prefix}"`).join(' or ')}`;
    issues.addIssue({ code: 'custom', path: ['groups', index, 'group'], message });
  }
}

/** Returns each right of a group by itself: its role in one namespace, or in all. */
function rightsOf({ group: name, namespaces = ['*'], role }: GroupRoleConfig): string[] {
  return namespaces.map((namespace) => [name, role, namespace].join(' '));
}

function refuseRepeatedRights({ groups }: OidcFields, issues: Issues): void {
  const seen = new Set<string>();
  for (const [index, one] of groups.entries()) {
    const rights = rightsOf(one);
    if (new Set(rights).size < rights.length || rights.some((right) => seen.has(right))) {
      const message = `has the role "${one.role}" there already; remove one of the two`;
      issues.addIssue({ code: 'custom', path: ['groups', index], message });
    }
    for (const right of rights) seen.add(right);
  }
}

/**
 * People who log in by OpenID Connect. Other issuers replace the machines of the control plane, one after
 * the other; other groups replace none.
 *
 * @see docs/decisions/0040-people-log-in-by-oidc.md
 * @example
 * oidc:
 *   issuers:
 *     - name: sso
 *       url: https://login.example.org/realms/shop
 *       audiences:
 *         - kubernetes
 *       claimMappings:
 *         username:
 *           claim: sub
 *           prefix: 'sso:'
 *         groups:
 *           claim: groups
 *           prefix: 'sso:'
 *   groups:
 *     - group: sso:team-shop
 *       role: edit
 */
export const oidc = field(
  z
    .strictObject({
      /** Who issues tokens that the cluster's API takes. @default [] */
      issuers: field(
        z.array(issuer).max(mostIssuers),
        `a list of at most ${mostIssuers} issuers`,
      ).default([]),
      /** Roles of groups. Without an entry, people who log in have no permissions. @default [] */
      groups: listOf(group, 'a list of groups').default([]),
    })
    .superRefine((all, issues) => {
      for (const key of ['name', 'url'] as const) {
        refuseRepetitions(
          issues,
          all.issuers.map((one) => one[key]),
          (index) => ['issuers', index, key],
          `another issuer has this ${key} already`,
        );
      }
      refuseSharedPrefixes(all, issues);
      refuseStrangeGroups(all, issues);
      refuseRepeatedRights(all, issues);
    }),
  'a mapping with issuers and groups',
).prefault({});

/** People who log in by OpenID Connect. */
export type OidcConfig = z.output<typeof oidc>;
