// SPDX-License-Identifier: Apache-2.0
import { type EquivalentMutant, filledList, filledText } from './equivalent-mutant.ts';

const config = 'packages/user-cluster/src/config';

const isDay = 'what is no whole day of the calendar is refused by isDay, with the same message';

/** Equivalent mutants of the configuration of user clusters. */
export const equivalentInConfig: readonly EquivalentMutant[] = [
  filledText(
    `${config}/claim-fields.ts`,
    `const bare = expressionText?.replaceAll(textsInCel, "''") ?? '';`,
    'neither text reads a claim',
  ),
  {
    file: `${config}/expires-field.ts`,
    lineText: String.raw`.regex(/^\d{4}-\d{2}-\d{2}$/, { abort: true })`,
    was: String.raw`/^\d{4}-\d{2}-\d{2}$/`,
    replacement: String.raw`/\d{4}-\d{2}-\d{2}$/`,
    reason: isDay,
  },
  {
    file: `${config}/expires-field.ts`,
    lineText: String.raw`.regex(/^\d{4}-\d{2}-\d{2}$/, { abort: true })`,
    was: String.raw`/^\d{4}-\d{2}-\d{2}$/`,
    replacement: String.raw`/^\d{4}-\d{2}-\d{2}/`,
    reason: isDay,
  },
  filledList(
    `${config}/oidc-fields.ts`,
    'const mappings = issuers.flatMap(({ claimMappings }) => claimMappings.groups ?? []);',
    'a text has neither an expression nor a prefix, as no mapping of groups is without them',
  ),
  {
    file: `${config}/oidc-fields.ts`,
    lineText:
      "function rightsOf({ group: name, namespaces = ['*'], role }: GroupRoleConfig): string[] {",
    was: "'*'",
    replacement: '""',
    reason: 'rights are only compared, and neither is the name of a namespace',
  },
  {
    file: `${config}/oidc-fields.ts`,
    lineText:
      'return prefix !== undefined && prefixPattern.test(prefix) ? [{ index, name, prefix }] : [];',
    was: 'prefix !== undefined',
    replacement: 'true',
    reason: 'a missing prefix is read as the text "undefined", which ends as no prefix does',
  },
];
